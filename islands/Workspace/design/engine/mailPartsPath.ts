/** The address of the exporters' templates. The build replaces this module by one with the real address. */
export const mailPartsPath: string = "";
