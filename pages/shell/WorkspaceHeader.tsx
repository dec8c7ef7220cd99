import { siteTexts } from "../../contract/texts/pages/shell.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Icon } from "../../islands/_parts/Icon.tsx";
import { Mark } from "../../islands/_parts/Mark.tsx";
import { headerParts } from "../../islands/Workspace/shell/headerParts.ts";
import { Logout } from "./Logout.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";
import type { Viewer } from "./view.ts";

/**
 * The header of the workspace: a place to find and do things, the theme, Logout, and the person's own menu. What the two buttons
 * open comes from the island, which knows them by their ids; they stand here from the first paint, so nothing jumps.
 */
export function WorkspaceHeader({ viewer }: { viewer: Viewer }) {
  const texts = useTexts(siteTexts).workspace;
  const name = nameOf(viewer);
  return (
    <header className="header">
      {/* No link: the front page is nowhere one goes to from here, and each stop of the Tab key counts. */}
      <span className="brand">
        <Mark />
        Amplify
      </span>
      <div className="header-links">
        <button
          type="button"
          id={headerParts.finder}
          className="finder"
          aria-haspopup="dialog"
          aria-keyshortcuts={texts.findShortcuts}
        >
          <Icon size={16} path="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l4.5 4.5" />
          <span>{texts.find}</span>
          <kbd>{texts.findKeys}</kbd>
        </button>
        <div className="header-wide">
          <ThemeToggle path="/app" byPointer />
          <Logout quiet />
        </div>
        <button
          type="button"
          id={headerParts.person}
          className="person-button"
          aria-haspopup="menu"
          aria-expanded="false"
          aria-label={texts.person(name)}
          // Drawn by the stylesheet: two letters are no name, and the one above says more.
          data-initials={initialsOf(viewer)}
          data-name={name}
          data-email={viewer.email}
        />
        <div id={headerParts.menuPlace} className="person-menu-place" />
      </div>
    </header>
  );
}

function nameOf({ firstName = "", lastName = "" }: Viewer): string {
  return `${firstName} ${lastName}`.trim();
}

/** By whole characters, as a letter may be more than one unit of a string. */
function initialsOf({ firstName = "", lastName = "" }: Viewer): string {
  return [firstName, lastName].map((name) => [...name.trim()][0]?.toUpperCase() ?? "").join("");
}
