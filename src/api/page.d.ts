/** Made by `scripts/page-bundle.mjs` from `src/page/graph/`. */
declare module 'beadloom:page/graph' {
  /** What runs in the page. */
  export const script: string;
  /** Its style sheet. */
  export const style: string;
  /** Licences of what the script is made with. */
  export const notices: string;
}
