/** The four fuels, in the order of the fuel market. */

import type { FuelName } from "../wire";

export const FUELS: readonly FuelName[] = ["coal", "oil", "garbage", "uranium"];
