/** What there is on the map: cities and regions in play, who built where, what is offered and what is planned. */

import { t } from "../../i18n";
import { refusalSentence, type NameOf } from "../../i18n/sentences";
import { litCities, type Lights } from "../game/lights";
import { inPlay, markWidth, slotsOf, type Sizes } from "./labelLayout";
import type { BoardMap, MapCity } from "./boardMaps";
import type { CityOffer, Refusal, View } from "../wire";

/** The inputs of the scene, read again whenever they change. */
export interface SceneInput {
    map: BoardMap;
    view: View;
    names: readonly string[];
    cityName: NameOf;
    lights: Lights;
    offers: readonly CityOffer[];
    houses: readonly CityOffer[];
    /** Whether houses can be planned. */
    canPick: boolean;
}

export class MapScene {
    readonly #input: () => SceneInput;

    constructor(input: () => SceneInput) {
        this.#input = input;
    }

    readonly isDraft = $derived.by(() => this.#input().view.phase === 0);
    // Every view is a new object. What depends on these two only, above all the places of the labels, need not be found
    // again for each.
    readonly #map = $derived.by(() => this.#input().map);
    readonly #regionList = $derived.by(() => JSON.stringify(this.#input().view.regions));
    readonly regions = $derived.by(() => new Set(JSON.parse(this.#regionList) as string[]));
    readonly #shownRegions = $derived.by(() =>
        this.isDraft ? new Set(this.#map.regions.map((region) => region.id)) : this.regions,
    );
    readonly playing = $derived.by(() => inPlay(this.#map, this.#shownRegions));
    /** What is not in play. */
    readonly rest = $derived.by(() => ({
        cities: this.#map.cities.filter((city) => !this.#shownRegions.has(city.region)),
        roads: this.#map.connections.filter((road) => !this.playing.roads.includes(road)),
    }));
    readonly cityOf = $derived.by(() => new Map(this.#map.cities.map((city) => [city.id, city])));
    readonly lit = $derived.by(() => litCities(this.#input().lights));
    readonly offersAt = $derived.by(() => {
        const found = new Map<string, CityOffer[]>();
        for (const offer of this.#input().offers) found.set(offer.city, [...(found.get(offer.city) ?? []), offer]);
        return found;
    });
    readonly #owners = $derived.by(() => {
        const found = new Map<string, number[]>();
        this.#input().view.players.forEach((player, seat) => {
            for (const city of player.cities) found.set(city, [...(found.get(city) ?? []), seat]);
        });
        return found;
    });
    /** Of each planned city its place in the plan, from 1. */
    readonly orderOf = $derived.by(() => new Map(this.#input().houses.map((house, place) => [house.city, place + 1])));
    /** Changes when the widths of the cities do, and not with every view. */
    readonly crowd = $derived.by(() => this.playing.cities.map((city) => this.#contents(city)).join());

    ownersOf(city: string): readonly number[] {
        return this.#owners.get(city) ?? [];
    }

    /** The offers by which a house can be planned here. */
    openAt(city: string): CityOffer[] {
        if (!this.#input().canPick || this.orderOf.has(city)) return [];
        return (this.offersAt.get(city) ?? []).filter((offer) => offer.refusal === null);
    }

    /** What a house costs here at least; null if there can be none. */
    priceAt(city: string): number | null {
        const costs = this.openAt(city).flatMap((offer) => offer.cost ?? []);
        return costs.length === 0 ? null : Math.min(...costs);
    }

    /** The cities where one can be planned now. */
    priced(): Set<string> {
        return new Set(this.playing.cities.map(({ id }) => id).filter((city) => this.priceAt(city) !== null));
    }

    /** Why no house can be planned here. One reason is enough: that of the usual way, where there are two. */
    refusalAt(city: string): Refusal | null {
        const offers = this.offersAt.get(city) ?? [];
        if (!this.#input().canPick || this.orderOf.has(city) || this.openAt(city).length > 0) return null;
        return (offers.find((offer) => !offer.start) ?? offers[0])?.refusal ?? null;
    }

    /** The way by which a house here would be joined to the network. */
    routeTo(city: string): readonly string[] {
        const open = this.openAt(city);
        return (open.find((offer) => !offer.start) ?? open[0])?.route ?? [];
    }

    /** How wide a city is drawn, with the houses and the number it shows. */
    widthAt(city: MapCity, sizes: Sizes): number {
        return markWidth(slotsOf(city), this.#houses(city), this.orderOf.get(city.id) ?? this.priceAt(city.id), sizes);
    }

    /** The accessible name of a city: who is there, what a house would cost, or why there can be none. */
    nameOf(city: MapCity): string {
        const { names, cityName } = this.#input();
        const order = this.orderOf.get(city.id);
        const cost = this.priceAt(city.id);
        const refusal = this.refusalAt(city.id);
        return [
            city.name,
            this.ownersOf(city.id)
                .map((seat) => names[seat] ?? "")
                .join(", "),
            order === undefined ? "" : t("ui.map.planned", { order }),
            cost === null ? "" : t("ui.map.cost", { cost }),
            refusal === null ? "" : refusalSentence(refusal, names, cityName),
        ]
            .filter((part) => part !== "")
            .join(". ");
    }

    #houses(city: MapCity): number {
        return this.ownersOf(city.id).length + (this.orderOf.has(city.id) ? 1 : 0);
    }

    #contents(city: MapCity): string {
        return `${this.#houses(city)} ${this.orderOf.get(city.id) ?? this.priceAt(city.id) ?? ""}`;
    }
}
