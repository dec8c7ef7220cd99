/** For what names a place: whoever came from the list is at the beginning of the panel meanwhile, which tells no name. */
export function takeArrival(named: HTMLElement | null): void {
  if (document.activeElement?.matches(".workspace-content")) named?.focus({ preventScroll: true });
}
