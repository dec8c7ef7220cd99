import { useEffect, useRef, useState } from "react";
import { planOf } from "../../../contract/plans.ts";
import { overlayTexts } from "../../../contract/texts/workspace/overlays.ts";
import { queries } from "../../_data/queries.ts";
import { themes, useTheme } from "../../_data/theme.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { focusIsLost } from "../../_parts/lostFocus.ts";
import { entriesOf, moveInMenu } from "../../_parts/moveInMenu.ts";
import { runCommand, useCommands } from "./commands.ts";
import { useWorkspace } from "./WorkspaceContext.ts";

/**
 * Who one is here and what one may do about it, under the button with one's initials (WAI-ARIA, menu button pattern): the
 * arrows, Home, End and first letters move, Esc and Tab leave. It comes open, as somebody has just pressed the button.
 */
export default function PersonMenu({ button, onKeys }: { button: HTMLButtonElement; onKeys: () => void }) {
  const texts = useTexts(overlayTexts).menu;
  const popover = useRef<HTMLDivElement>(null);
  const commands = useCommands();
  const leadsMax = useLeadsMax();
  const hasPlans = useWorkspace().person.hasPlans !== false;
  const isToBegin = commands.includes("gettingStarted");
  usePopoverOf(button, popover);
  const close = () => popover.current?.hidePopover();
  const doing = (run: () => void) => () => {
    close();
    run();
  };
  return (
    <div ref={popover} popover="auto" className="person-menu">
      <Who button={button} />
      <div
        role="menu"
        aria-label={texts.label}
        tabIndex={-1}
        className="person-items"
        onKeyDown={(event) => moveInMenu(event, close)}
      >
        {hasPlans ? (
          <a role="menuitem" tabIndex={-1} href="/pricing" target="_blank" rel="noreferrer">
            {leadsMax === null ? texts.comparePlans : texts.upgrade}
          </a>
        ) : null}
        {isToBegin ? (
          <Item onSelect={doing(() => runCommand("gettingStarted", undefined))}>{texts.gettingStarted}</Item>
        ) : null}
        {hasPlans || isToBegin ? <hr /> : null}
        <a role="menuitem" tabIndex={-1} href="/account">
          {texts.settings}
        </a>
        <a role="menuitem" tabIndex={-1} href="/sandbox">
          {texts.sandbox}
        </a>
        <Item keys="?" onSelect={doing(onKeys)}>
          {texts.keys}
        </Item>
        <hr />
        <ThemeChoice />
        <hr />
        <form role="none" method="post" action="/logout">
          <button type="submit" role="menuitem" tabIndex={-1}>
            {texts.logout}
          </button>
        </form>
        <div role="none" className="person-links">
          {(["contact", "privacy", "terms"] as const).map((page) => (
            <a key={page} role="menuitem" tabIndex={-1} href={`/${page}`}>
              {texts.links[page]}
            </a>
          ))}
        </div>
      </div>
    </div>
  );
}

/** How many leads there may be; null without a limit, by one's plan or where an installation has no plans. */
function useLeadsMax(): number | null | undefined {
  return useLoad(queries.plan()).value?.leadsMax;
}

/** The person, the workspace, and the plan with how much of it is used. */
function Who({ button }: { button: HTMLButtonElement }) {
  const texts = useTexts(overlayTexts).menu;
  const { person, leads } = useWorkspace();
  const { name = "", email = "" } = button.dataset;
  const leadsMax = useLeadsMax();
  const count = leads.totalOfAll;
  return (
    <div className="person-who">
      <p className="person-name">{name || email}</p>
      {name === "" ? null : <p>{email}</p>}
      <p>{texts.workspaceOf(name || email)}</p>
      <div className="person-plan">
        {person.hasPlans === false ? null : <span>{texts.plans[planOf(person.status).key]}</span>}
        {/* Its room is there before the number is. */}
        <span>
          {count === undefined || leadsMax === undefined
            ? ""
            : leadsMax === null
              ? texts.leads(count)
              : texts.leadsOf({ count, max: leadsMax })}
        </span>
        {typeof leadsMax === "number" ? (
          <progress aria-hidden="true" max={leadsMax} value={Math.min(count ?? 0, leadsMax)} />
        ) : null}
      </div>
    </div>
  );
}

function ThemeChoice() {
  const texts = useTexts(overlayTexts).menu;
  const [theme, choose] = useTheme();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu.
    <div role="group" aria-label={texts.theme} className="person-themes">
      {themes.map((one) => (
        <button
          key={one}
          type="button"
          role="menuitemradio"
          aria-checked={one === theme}
          tabIndex={-1}
          onClick={() => choose(one)}
        >
          {texts.themes[one]}
        </button>
      ))}
    </div>
  );
}

function Item({ children, keys, onSelect }: { children: string; keys?: string; onSelect: () => void }) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} aria-keyshortcuts={keys} onClick={onSelect}>
      {children}
      {keys === undefined ? null : <kbd>{keys}</kbd>}
    </button>
  );
}

/** Has the button open the popover by itself from now on, and says on it whether that is open. */
function usePopoverOf(button: HTMLButtonElement, popover: React.RefObject<HTMLDivElement | null>): void {
  const [isFirst, setFirst] = useState(true);
  useEffect(() => {
    const element = popover.current;
    if (element === null) return;
    button.popoverTargetElement = element;
    const toggled = (event: Event) => {
      const isOpen = (event as ToggleEvent).newState === "open";
      button.setAttribute("aria-expanded", String(isOpen));
      if (isOpen) entriesOf(element)[0]?.focus();
      // A press elsewhere has a focus of its own.
      else if (focusIsLost()) button.focus();
    };
    const openByKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      element.showPopover();
      if (event.key === "ArrowUp") entriesOf(element).at(-1)?.focus();
    };
    element.addEventListener("toggle", toggled);
    button.addEventListener("keydown", openByKey);
    return () => {
      element.removeEventListener("toggle", toggled);
      button.removeEventListener("keydown", openByKey);
    };
  }, [button, popover]);
  useEffect(() => {
    if (!isFirst) return;
    setFirst(false);
    popover.current?.showPopover();
  }, [isFirst, popover]);
}
