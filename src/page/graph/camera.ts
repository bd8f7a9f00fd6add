import { select } from 'd3-selection';
import { zoom, ZoomTransform, zoomTransform } from 'd3-zoom';

/** What of the map shall be seen: something around its middle. */
export interface Shape {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A rectangle of the map. */
export type Rectangle = [left: number, top: number, right: number, bottom: number];

/** The rectangle around shapes; something around the middle where there is none. */
export function boxAround(shapes: Iterable<Shape>): Rectangle {
  const box: Rectangle = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of shapes) {
    box[0] = Math.min(box[0], x - width / 2);
    box[1] = Math.min(box[1], y - height / 2);
    box[2] = Math.max(box[2], x + width / 2);
    box[3] = Math.max(box[3], y + height / 2);
  }
  return box[0] <= box[2] ? box : [-50, -50, 50, 50];
}

/** What lies between the map and the screen: wheel, drag and pinch move it, and so do the keys and buttons. */
export class Camera {
  readonly #zoom = zoom<HTMLCanvasElement, unknown>();
  #flight = 0;

  constructor(
    readonly canvas: HTMLCanvasElement,
    onMove: () => void,
  ) {
    this.#zoom
      .scaleExtent([0.01, 8])
      .clickDistance(4)
      .on('start', (event: { sourceEvent: unknown }) => {
        // A hand on the map stops what moves it.
        if (event.sourceEvent) {
          cancelAnimationFrame(this.#flight);
        }
      })
      .on('zoom', onMove);
    select(canvas).call(this.#zoom).on('dblclick.zoom', null);
  }

  get at(): ZoomTransform {
    return zoomTransform(this.canvas);
  }

  /** Bigger or smaller, around the middle. */
  scale(by: number): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const { k, x, y } = this.at;
    const next = Math.min(8, Math.max(0.01, k * by));
    const [middleX, middleY] = [(width / 2 - x) / k, (height / 2 - y) / k];
    this.#fly(new ZoomTransform(next, width / 2 - middleX * next, height / 2 - middleY * next));
  }

  /** By pixels. */
  pan(x: number, y: number): void {
    const { k, x: left, y: top } = this.at;
    this.#fly(new ZoomTransform(k, left + x, top + y));
  }

  /** Shows a rectangle of the map as a whole, with so many pixels around it. */
  frame(left: number, top: number, right: number, bottom: number, margin: number, still = false): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const k = Math.min(
      1.6,
      Math.max(0.01, (width - 2 * margin) / Math.max(1, right - left)),
      Math.max(0.01, (height - 2 * margin) / Math.max(1, bottom - top)),
    );
    const to = new ZoomTransform(
      k,
      width / 2 - ((left + right) / 2) * k,
      height / 2 - ((top + bottom) / 2) * k,
    );
    this.#fly(to, still);
  }

  /** Brings a shape to the middle, large enough to be read. */
  show({ x, y, width: across, height: down }: Shape, still = false): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const most = 0.84 * Math.min(width / across, height / down);
    const k = Math.min(Math.max(this.at.k, 1.1), Math.max(most, 0.05));
    this.#fly(new ZoomTransform(k, width / 2 - x * k, height / 2 - y * k), still);
  }

  #fly(to: ZoomTransform, still = false): void {
    cancelAnimationFrame(this.#flight);
    const from = this.at;
    const set = (transform: ZoomTransform) => this.#zoom.transform(select(this.canvas), transform);
    if (still || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      set(to);
      return;
    }
    const began = performance.now();
    const step = () => {
      const part = Math.min(1, (performance.now() - began) / 220);
      const eased = 1 - (1 - part) ** 3;
      const mix = (a: number, b: number) => a + (b - a) * eased;
      set(new ZoomTransform(mix(from.k, to.k), mix(from.x, to.x), mix(from.y, to.y)));
      if (part < 1) {
        this.#flight = requestAnimationFrame(step);
      }
    };
    step();
  }
}
