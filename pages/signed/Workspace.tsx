import { entranceTexts } from "../../contract/texts/pages/signed.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import type { WorkspaceProps } from "../../islands/Workspace/props.ts";
import { Island } from "../Island.tsx";
import type { PageProps } from "../shell/view.ts";
import { NeedsScript } from "./NeedsScript.tsx";

/** The workspace. Whoever is signed out never gets here: `access` in `routes.ts` sends them to the front page. */
export function Workspace({ view, facts }: PageProps) {
  const texts = useTexts(entranceTexts);
  if (view.viewer === undefined) return null;
  const { uid, email, status, role } = view.viewer;
  const { unlayerProjectId, googleClientId, connectsMicrosoft, hasPlans } = facts;
  const unlayer = unlayerProjectId === null ? {} : { unlayerProjectId };
  const connectsGoogle = googleClientId !== null;
  return (
    <>
      <h1 className="visually-hidden">{texts.workspace}</h1>
      <NeedsScript />
      <Island<WorkspaceProps>
        name="Workspace"
        props={{ uid, email, status, role, connectsGoogle, connectsMicrosoft, hasPlans, ...unlayer }}
      />
    </>
  );
}
