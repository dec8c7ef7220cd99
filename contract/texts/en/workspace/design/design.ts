/** What designs are spoken of with, in the editor and in what is found before a mail is sent. */
export const design = {
  /** A block by its type in the design; one that is not here is called as its type. */
  blocks: {
    heading: "heading",
    text: "text",
    paragraph: "paragraph",
    button: "button",
    image: "image",
    divider: "divider",
    social: "social",
    menu: "menu",
    table: "table",
    video: "video",
    timer: "timer",
    html: "html",
  },
  unsubscribe: "Unsubscribe",
  mergeFields: {
    firstName: "First name",
    lastName: "Last name",
    email: "Email",
    phone: "Phone",
    unsubscribeUrl: "Unsubscribe link",
  },
  /** How to write a value that means nothing as it is. */
  font: "Choose a font from the list.",
  colour: "Write a colour, as in #b3360b or rgb(179, 54, 11).",
  measure: ({
    example,
    min,
    max,
    isPixels,
  }: {
    example: string;
    min: number;
    max: number;
    isPixels: boolean;
  }) => `Write it as ${example}, between ${min} and ${max}${isPixels ? " pixels" : ""}.`,
  examples: {
    fontSize: "16px",
    lineHeight: "140%, 1.4 or 22px",
    letterSpacing: "1px",
    padding: "10px, or 10px 20px",
    radius: "6px",
    thickness: "1px",
    width: "300px or 50%",
    mailWidth: "600px",
    pixels: "300",
  },
};
