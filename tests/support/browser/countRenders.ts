type Fiber = {
  type: unknown;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
};

/** Set by React on a component that was drawn in the commit at hand. */
const performedWork = 1;

/**
 * Counts how often React draws components, by their names; begin it before React is loaded. It hears of commits the
 * way React's own developer tools do.
 */
export function countRenders(): { of(name: string): number } {
  const counts = new Map<string, number>();
  const visit = (fiber: Fiber | null): void => {
    for (let at = fiber; at !== null; at = at.sibling) {
      // What did not change is the same object as before, and nothing below it was drawn.
      const name = typeof at.type === "function" ? at.type.name : "";
      if (name !== "" && (at.flags & performedWork) !== 0) counts.set(name, (counts.get(name) ?? 0) + 1);
      if (at.child !== at.alternate?.child) visit(at.child);
    }
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => visit(root.current),
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
      checkDCE() {},
    },
  });
  return { of: (name) => counts.get(name) ?? 0 };
}
