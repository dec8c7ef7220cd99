export type BundleOptions = {
  /** Whole paths of the modules to begin with. */
  entries: readonly string[];
  /** Texts of modules by their whole path, in the place of what the disk has there, or lacks. */
  modules?: Readonly<Record<string, string>>;
  /** `modules` share what they have in common and find each other under `/static/`; a `script` stands alone. */
  format: "modules" | "script";
  /** Keeps React's own warnings, and leaves the text as it can be read. */
  dev: boolean;
};

export type Bundled = {
  /** What it is called under `/static/`: the hash of its content is part of that. */
  name: string;
  isEntry: boolean;
  bytes: Uint8Array<ArrayBuffer>;
  /** Names of those that it loads at once. */
  imports: readonly string[];
};

/** Bundles for a browser. Rejects with the bundler's messages where something does not compile. */
export type Bundle = (options: BundleOptions) => Promise<Bundled[]>;
