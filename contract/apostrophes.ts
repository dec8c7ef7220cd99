/** The signs that are written for an apostrophe: telephones and word processors make ’ of the ' that a sheet has. */
export const apostrophes = "'’‘ʼ′＇";
