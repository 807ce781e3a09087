import type { Role } from "./api.gen.ts";

/** Reports whether a role may open the admin area. What it may do there, the server decides at each call. */
export const isStaff = (role: Role) => role !== "visitor";
