import type { Role } from "./api.gen.ts";

/** Reports whether a role may open the admin area. The server checks what it may do there on each request. */
export const isStaff = (role: Role) => role !== "visitor";
