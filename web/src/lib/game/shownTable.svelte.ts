/** The table on the screen, of a game or of a replay: who sits in its seats, and how each of them looks. */

import { personaAt, type Persona } from "./botPersonas";
import type { SeatInfo } from "../wire";

interface ShownTable {
    id: string;
    seats: readonly SeatInfo[];
}

class Shown {
    /** Null where no table is shown, and in a replay of a record, which knows neither looks nor personas. */
    table = $state.raw<ShownTable | null>(null);

    /** Show this table until the function that is returned is called. */
    show(table: ShownTable | null): () => void {
        this.table = table;
        return () => {
            // By then, the next screen may show another.
            if (this.table === table) this.table = null;
        };
    }

    seat(seat: number): SeatInfo | null {
        return this.table?.seats[seat] ?? null;
    }

    /** Null for people, and for a bot that plays for one. */
    persona(seat: number): Persona | null {
        const info = this.table?.seats[seat];
        return this.table === null || info === undefined ? null : personaAt(this.table.id, info);
    }
}

export const shown = new Shown();
