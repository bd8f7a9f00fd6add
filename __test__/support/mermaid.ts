import { Window } from 'happy-dom';

// Mermaid cleans labels with a library that needs a document, also where it only parses.
const window = new Window();
Object.assign(globalThis, { window, document: window.document });
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false });

/** Mermaid's own limit of text, which it looks at only when it draws. */
const MOST_TEXT = 50_000;

/** What Mermaid says the text is: `flowchart-v2`, `c4`. Rejects where Mermaid would not draw it. */
export async function mermaidType(text: string): Promise<string> {
  if (text.length > MOST_TEXT) {
    throw new Error(`Mermaid draws ${MOST_TEXT} characters, not ${text.length}`);
  }
  return (await mermaid.parse(text)).diagramType;
}
