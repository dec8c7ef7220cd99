/**
 * The signs that are written for an apostrophe: telephones and word processors make ’ of the ' that a sheet has, and an accent that
 * stands by itself is beside it on many keyboards.
 */
export const apostrophes = "'’‘ʼ′＇´`";
