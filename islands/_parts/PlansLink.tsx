/** Where plans are compared and upgraded; in a tab of its own, so that what was filled in stays. */
export function PlansLink() {
  return (
    <a href="/pricing" target="_blank" rel="noreferrer">
      See the plans and upgrade
    </a>
  );
}
