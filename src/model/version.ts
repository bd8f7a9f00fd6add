declare const __VERSION__: string;

/** The version of the package, put in by the bundler; where the sources run unbundled, in tests, there is none. */
export const VERSION: string = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0';
