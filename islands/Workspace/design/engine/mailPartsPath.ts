/** The address of the exporters' templates; the build puts the real one in this module's place. */
export const mailPartsPath: string = "";
