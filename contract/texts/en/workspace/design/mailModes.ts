/** What stands above an editor: how else its mail is looked at, and what is done with it. */
export const mailMode = {
  mail: "Mail",
  frame: "Preview of the template",
  export: {
    html: "HTML",
    design: "Design (JSON)",
    word: "Export",
  },
  modes: {
    edit: "Edit",
    preview: "Preview",
    sendTest: "Send test",
  },
};
