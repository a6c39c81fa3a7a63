/** Who the bots are at a table: a name and a face for each, so that three of one kind can be told apart. */

import type { SeatInfo } from "../wire";
import { styleAndLevel } from "./botStyles";

/** The parts of a portrait, as numbers that BotFace.svelte draws. */
export interface Face {
    head: number;
    /** Hair or a hat. */
    top: number;
    /** 0: none. */
    glasses: number;
    mouth: number;
    skin: number;
    hair: number;
    clothes: number;
}

export interface Persona {
    name: string;
    /** The name in Cyrillic letters. */
    cyrillic: string;
    face: Face;
}

type Name = readonly [latin: string, cyrillic: string];

interface Kind {
    names: readonly Name[];
    /** What they wear on the nose, and how they look at the world, in turn. */
    glasses: readonly number[];
    mouths: readonly number[];
}

/** By bot or by style. Eight of each, more than a table has seats; no name is in two lists. */
export const KINDS: Readonly<Record<string, Kind>> = {
    random: {
        names: [
            ["Dodo", "Додо"],
            ["Pip", "Пип"],
            ["Zuzu", "Зузу"],
            ["Momo", "Момо"],
            ["Jojo", "Джоджо"],
            ["Bibi", "Биби"],
            ["Kiki", "Кики"],
            ["Coco", "Коко"],
        ],
        glasses: [0, 3, 0, 0],
        mouths: [3, 1, 4],
    },
    novice: {
        names: [
            ["Mila", "Мила"],
            ["Nico", "Нико"],
            ["Romy", "Роми"],
            ["Luca", "Лука"],
            ["Ella", "Элла"],
            ["Milo", "Мило"],
            ["Tilda", "Тильда"],
            ["Toni", "Тони"],
        ],
        glasses: [0, 0, 1, 0],
        mouths: [1, 0, 3],
    },
    steady: {
        names: [
            ["Clara", "Клара"],
            ["Bruno", "Бруно"],
            ["Marta", "Марта"],
            ["Oskar", "Оскар"],
            ["Irma", "Ирма"],
            ["Hugo", "Хуго"],
            ["Greta", "Грета"],
            ["Anton", "Антон"],
        ],
        glasses: [0, 0, 0, 2],
        mouths: [0, 2, 0],
    },
    planner: {
        names: [
            ["Selma", "Сельма"],
            ["Viktor", "Виктор"],
            ["Nora", "Нора"],
            ["Felix", "Феликс"],
            ["Vera", "Вера"],
            ["Emil", "Эмиль"],
            ["Livia", "Ливия"],
            ["Konrad", "Конрад"],
        ],
        glasses: [1, 0, 2, 1],
        mouths: [2, 0, 4],
    },
    search: {
        names: [
            ["Minerva", "Минерва"],
            ["Magnus", "Магнус"],
            ["Octavia", "Октавия"],
            ["Albert", "Альберт"],
            ["Cosima", "Козима"],
            ["Linus", "Линус"],
            ["Sybil", "Сибилла"],
            ["Darius", "Дариус"],
        ],
        glasses: [2, 3, 1, 2],
        mouths: [2, 4, 0],
    },
    expander: {
        names: [
            ["Marco", "Марко"],
            ["Dagmar", "Дагмар"],
            ["Rufus", "Руфус"],
            ["Pilar", "Пилар"],
            ["Gustav", "Густав"],
            ["Ines", "Инес"],
            ["Axel", "Аксель"],
            ["Tamara", "Тамара"],
        ],
        glasses: [0, 0, 3, 0],
        mouths: [1, 0, 1],
    },
    miser: {
        names: [
            ["Silas", "Сайлас"],
            ["Odile", "Одиль"],
            ["Edgar", "Эдгар"],
            ["Agatha", "Агата"],
            ["Moritz", "Мориц"],
            ["Hilda", "Хильда"],
            ["Otto", "Отто"],
            ["Thekla", "Текла"],
        ],
        glasses: [2, 1, 2, 0],
        mouths: [2, 4, 2],
    },
    gambler: {
        names: [
            ["Ricky", "Рикки"],
            ["Carmen", "Кармен"],
            ["Jack", "Джек"],
            ["Lola", "Лола"],
            ["Vito", "Вито"],
            ["Roxy", "Рокси"],
            ["Duke", "Дьюк"],
            ["Stella", "Стелла"],
        ],
        glasses: [3, 0, 3, 0],
        mouths: [3, 1, 0],
    },
    blocker: {
        names: [
            ["Boris", "Борис"],
            ["Ursula", "Урсула"],
            ["Ivar", "Ивар"],
            ["Berta", "Берта"],
            ["Viggo", "Вигго"],
            ["Xenia", "Ксения"],
            ["Klaus", "Клаус"],
            ["Zelda", "Зельда"],
        ],
        glasses: [0, 1, 0, 2],
        mouths: [4, 2, 4],
    },
};

/** For the bots of other packages. */
export const OTHERS: Kind = {
    names: [
        ["Robin", "Робин"],
        ["Kim", "Ким"],
        ["Noa", "Ноа"],
        ["Jules", "Жюль"],
        ["Remy", "Реми"],
        ["Charlie", "Чарли"],
        ["Billie", "Билли"],
        ["Sascha", "Саша"],
    ],
    glasses: [0, 1, 0, 3],
    mouths: [0, 1, 2],
};

/** Who plays here: always the same at this seat of this table, and another at every other seat. */
export function personaOf(bot: string, table: string, seat: number): Persona {
    const kind = KINDS[styleAndLevel(bot)?.style ?? bot] ?? OTHERS;
    return at(kind, (numberFrom(table) + seat) % kind.names.length);
}

/** Who plays here if a bot has the seat to itself; a bot that plays for somebody goes by their name. */
export function personaAt(table: string, seat: SeatInfo): Persona | null {
    if (seat.bot === null || seat.held || !isBotsOwn(seat.nickname, seat.bot)) return null;
    return personaOf(seat.bot, table, seat.seat);
}

/** A bot that has a seat to itself sits there with its title, which is its name but for spaces and the like. */
export function isBotsOwn(nickname: string | null, bot: string): boolean {
    const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
    return nickname !== null && plain(nickname) === plain(bot);
}

/** Everyone of a kind has another top, so no two of them look alike. */
function at(kind: Kind, place: number): Persona {
    const turn = (values: readonly number[]): number => values[place % values.length] ?? 0;
    const [name, cyrillic] = kind.names[place] ?? ["", ""];
    const letters = numberFrom(name);
    const face: Face = {
        head: letters % 3,
        top: place,
        glasses: turn(kind.glasses),
        mouth: turn(kind.mouths),
        skin: (letters >> 2) % 4,
        hair: (letters >> 4) % 6,
        clothes: (letters >> 7) % 5,
    };
    return { name, cyrillic, face };
}

/** A number that any text always leads to. */
function numberFrom(text: string): number {
    let number = 7;
    for (const letter of text) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 65521;
    return number;
}
