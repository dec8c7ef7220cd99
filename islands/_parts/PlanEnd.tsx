import { PlansLink } from "./PlansLink.tsx";

/**
 * Says what a plan does not include, where it would be used and before anything is filled in, with the way to upgrade. It
 * is no refusal, because nothing was tried yet, and so it interrupts nothing.
 */
export function PlanEnd({ children }: { children: string }) {
  return (
    <p className="plan-end">
      {children} <PlansLink />
    </p>
  );
}
