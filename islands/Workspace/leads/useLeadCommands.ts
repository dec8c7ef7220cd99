import { type Command, type Commands, useCommand } from "../shell/commands.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

type Does = {
  [Name in Exclude<Command, "openTemplate" | "openTemplateFolder" | "addAccount">]: (
    about: Commands[Name],
  ) => void;
};

/** What the Leads tab does for whoever asks from elsewhere; it is shown then, as its dialogs stand over it. */
export function useLeadCommands(does: Does): void {
  const { showTab } = useWorkspace();
  const here =
    <About>(run: (about: About) => void) =>
    (about: About) => {
      showTab("leads");
      run(about);
    };
  useCommand("addLead", here(does.addLead));
  useCommand("importLeads", here(does.importLeads));
  useCommand("sendEmail", here(does.sendEmail));
  useCommand("reopenSend", here(does.reopenSend));
  useCommand("sendTest", here(does.sendTest));
  useCommand("addCollection", here(does.addCollection));
  useCommand("openLead", here(does.openLead));
  useCommand("gettingStarted", here(does.gettingStarted));
}
