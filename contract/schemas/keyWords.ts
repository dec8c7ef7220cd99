/** The words of keys' calls that pages ask for too, apart from their schemas so that zod is not bundled for them. */
export const statusClasses = ["2xx", "3xx", "4xx", "5xx"] as const;
