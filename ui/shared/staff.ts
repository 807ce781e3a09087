import type { Role } from "./api.gen.ts";

/** Whether a role opens the admin area. What it may do there, the server decides at each call. */
export const isStaff = (role: Role) => role !== "visitor";
