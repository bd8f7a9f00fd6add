/** What `${…}` in settings may stand for. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  /** `${workspaceFolder}`, as editors call it. */
  root: string;
}

/** `${NAME}`, `${NAME:-default}`, and `${env:NAME}` as editors write it. */
const REFERENCE = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** Texts with what `${…}` stands for put in its place. */
export class Expander {
  /** Names that the environment does not have, in the order in which they were met. */
  readonly missing: string[] = [];
  /** What came out of the environment: no log may have it. */
  readonly secrets: string[] = [];

  constructor(private readonly surroundings: Surroundings) {}

  expand(text: string): string {
    const { environment, root } = this.surroundings;
    return text.replace(REFERENCE, (_, name: string, preset: string | undefined) => {
      if (name === 'workspaceFolder') {
        return root;
      }
      const value = environment[name];
      // As a shell has it, an empty one counts as missing where there is a default.
      if (value !== undefined && (value !== '' || preset === undefined)) {
        this.secrets.push(value);
        return value;
      }
      if (preset === undefined && !this.missing.includes(name)) {
        this.missing.push(name);
      }
      return preset ?? '';
    });
  }
}
