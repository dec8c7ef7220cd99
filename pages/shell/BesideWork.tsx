import type { ReactNode } from "react";
import { siteTexts } from "../../contract/texts/pages/shell.ts";
import { shellTexts } from "../../contract/texts/workspace/shell.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Icon } from "../../islands/_parts/Icon.tsx";
import { tabIcons } from "../../islands/Workspace/tabIcons.ts";
import { hasApiTab, tabKeys } from "../../islands/Workspace/tabKeys.ts";
import type { View, Viewer } from "./view.ts";

/** What opens out of the workspace at an address of its own. */
const places = [
  {
    path: "/account",
    name: "settings",
    icon: "M4 7h9M19 7h1M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM4 17h1M11 17h9M8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  },
  { path: "/sandbox", name: "sandbox", icon: "M3 13h5l2 3h4l2-3h5M5.5 5h13L21 13v6H3v-6Z" },
] as const;

/** Whether a page stands in the frame of the workspace: somebody at work got there, and is to find the way back. */
export function isBesideWork({ path, viewer }: View): boolean {
  const [, first] = path.split("/");
  return viewer !== undefined && (first === "setup" || places.some((place) => place.path === `/${first}`));
}

/** Whether a page stands in that frame: those, and the workspace itself. */
export function isFramed(view: View): boolean {
  return isBesideWork(view) || (view.path === "/app" && view.viewer !== undefined);
}

/** A page in the frame of the workspace: its tabs at the side as links, and what scrolls beside them. */
export function BesideWork({
  path,
  viewer,
  hasPlans,
  children,
}: {
  path: string;
  viewer: Viewer;
  hasPlans: boolean;
  children: ReactNode;
}) {
  const texts = useTexts(siteTexts);
  const { tabs, workspace } = useTexts(shellTexts);
  const keys = tabKeys.filter((key) => key !== "api" || hasApiTab({ ...viewer, hasPlans }));
  return (
    <div className="workspace">
      <nav className="sidebar" aria-label={workspace}>
        <div className="sidebar-tabs">
          {keys.map((key) => (
            <SideLink key={key} href={`/app#${key}`} icon={tabIcons[key]} name={tabs[key]} />
          ))}
        </div>
        <div className="sidebar-tabs">
          {places.map((place) => (
            <SideLink
              key={place.path}
              href={place.path}
              icon={place.icon}
              name={texts.beside[place.name]}
              isHere={path === place.path || path.startsWith(`${place.path}/`)}
            />
          ))}
        </div>
      </nav>
      <div className="workspace-room">
        <div className="workspace-content">{children}</div>
      </div>
    </div>
  );
}

type SideLinkProps = { href: string; icon: string; name: string; isHere?: boolean };

function SideLink({ href, icon, name, isHere = false }: SideLinkProps) {
  return (
    <a href={href} aria-current={isHere ? "page" : undefined}>
      <Icon path={icon} />
      <span className="sidebar-word">{name}</span>
    </a>
  );
}
