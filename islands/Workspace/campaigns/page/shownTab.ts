/** Where one goes on by keyboard once what was pressed has gone with what it decided: at the view that is shown. */
export function focusShownTab(): void {
  document.querySelector<HTMLElement>(".campaign-page [role=tab][aria-selected=true]")?.focus();
}
