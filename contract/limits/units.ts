/*
 * The bounds of the product, a file for each domain so that what is loaded in a browser holds only those it asks for:
 * sizes in bytes, times in milliseconds, counts in pieces. Code elsewhere reads a bound and never writes a number.
 */

export const kib = 1024;
export const mib = 1024 * kib;
export const gib = 1024 * mib;
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
