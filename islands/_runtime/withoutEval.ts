/**
 * Zod tries whether it may make functions from text, unless it is told before its schemas are made that it may not. Our
 * policy forbids that, and Firefox writes an error on every page that tries.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
