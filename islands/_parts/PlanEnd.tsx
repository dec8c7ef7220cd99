import { PlansLink } from "./PlansLink.tsx";

/**
 * What a plan does not reach to, said where it would be wanted and before anything is filled in, with the way to upgrade.
 * It is no refusal: nothing was tried yet, so nothing interrupts.
 */
export function PlanEnd({ children }: { children: string }) {
  return (
    <p className="plan-end">
      {children} <PlansLink />
    </p>
  );
}
