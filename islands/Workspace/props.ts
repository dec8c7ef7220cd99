import { z } from "zod";

/** Who is signed in; the workspace asks the server for everything else. */
export const props = z.strictObject({
  uid: z.string(),
  email: z.string().optional(),
  status: z.string(),
  role: z.string(),
  /** Whether what they may use goes by their plan; false where everybody has everything. */
  hasPlans: z.boolean().optional(),
  /** Whether accounts can be connected by Google here. */
  connectsGoogle: z.boolean().optional(),
  connectsMicrosoft: z.boolean().optional(),
  /** The installation's project at Unlayer, where it uses their editor. */
  unlayerProjectId: z.number().int().positive().optional(),
});

export type WorkspaceProps = z.infer<typeof props>;
