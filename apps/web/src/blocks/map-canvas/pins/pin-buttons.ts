import type { Bounds, LatLon } from '../map-types.ts';
import styles from './pin-buttons.module.css';
import type { PinHit } from './pin-hits.ts';

/** Accessible names of the pins, translated by the caller. */
export interface PinTexts {
  group: string;
  post: (pin: { title: string; isApproximate: boolean }) => string;
  cluster: (count: number) => string;
}

interface Options {
  /** The buttons follow this element, the canvas, in tab order. */
  precedingElement: HTMLElement;
  texts: PinTexts;
  project: (at: LatLon) => { x: number; y: number };
  onActivate: (hit: PinHit) => void;
}

/** What the focus should be on: a pin, a cluster, or what stands at a place. */
export interface PinTarget {
  at: LatLon;
  /** Of a post. */
  id?: number;
  /** Of a cluster: it opens to the pins in it. */
  bounds?: Bounds | null;
}

/** Maximum number of buttons; with more pins, users should zoom in. */
const MAX_BUTTONS = 150;
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/**
 * Invisible buttons over the pins, for keyboards and screen readers, which cannot reach what is drawn on a canvas. One tab
 * stop; arrow keys, Home and End move from north to south. Pointer events pass through to the canvas, so that dragging from
 * a pin still moves the map.
 */
export class PinButtons {
  readonly #options: Options;
  readonly #group = document.createElement('div');
  #buttons: { hit: PinHit; element: HTMLButtonElement }[] = [];
  #current = 0;
  /** The pin that the user has chosen. It stays while others come in its place, one after another. */
  #target: PinTarget | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#group.className = styles['group'] ?? '';
    this.#group.setAttribute('role', 'group');
    this.#group.addEventListener('keydown', this.#onKeyDown);
    this.setTexts(options.texts);
    options.precedingElement.after(this.#group);
  }

  setTexts(texts: PinTexts): void {
    this.#options.texts = texts;
    this.#group.setAttribute('aria-label', texts.group);
    for (const { hit, element } of this.#buttons) element.setAttribute('aria-label', this.#label(hit));
  }

  /** Shows these pins. The button of a pin that is still visible is reused and keeps the focus. */
  update(hits: readonly PinHit[]): void {
    const target = this.#target;
    const hadFocus = this.focusedTarget !== null;
    const old = new Map(this.#buttons.map((button) => [button.hit.key, button]));
    this.#buttons = hits
      .slice(0, MAX_BUTTONS)
      .map((hit) => ({ hit, element: old.get(hit.key)?.element ?? this.#createButton(hit) }));
    const currentElements = new Set(this.#buttons.map(({ element }) => element));
    for (const { element } of old.values()) if (!currentElements.has(element)) element.remove();
    this.#buttons.forEach(({ element }, i) => {
      if (this.#group.children[i] !== element)
        this.#group.insertBefore(element, this.#group.children[i] ?? null);
    });
    this.#makeCurrent(target ? findSuccessor(this.#buttons, target) : 0);
    if (hadFocus) this.#buttons[this.#current]?.element.focus();
    this.#target = target;
    this.updatePositions();
  }

  /** The pin that has the focus; null if none has it. */
  get focusedTarget(): PinTarget | null {
    return this.#group.contains(document.activeElement) ? this.#target : null;
  }

  /** Focuses what stands for a target. @returns whether there is a pin at all */
  focus(target: PinTarget): boolean {
    this.#makeCurrent(findSuccessor(this.#buttons, target));
    this.#buttons[this.#current]?.element.focus();
    this.#target = target;
    return this.#buttons.length > 0;
  }

  /** Positions the buttons; called when the map moves. */
  updatePositions(): void {
    for (const { hit, element } of this.#buttons) {
      const { x, y } = this.#options.project(hit.at);
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    }
  }

  destroy(): void {
    this.#group.remove();
  }

  #createButton(hit: PinHit): HTMLButtonElement {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = [styles['pin'], hit.kind === 'post' && !hit.isApproximate ? styles['post'] : ''].join(
      ' ',
    );
    element.setAttribute('aria-label', this.#label(hit));
    element.addEventListener('focus', () => {
      this.#target = hit;
    });
    element.addEventListener('click', () => this.#options.onActivate(hit));
    return element;
  }

  #label(hit: PinHit): string {
    const { texts } = this.#options;
    return hit.kind === 'cluster' ? texts.cluster(hit.count) : texts.post(hit);
  }

  #makeCurrent(index: number): void {
    this.#current = index;
    this.#buttons.forEach(({ element }, i) => {
      element.tabIndex = i === index ? 0 : -1;
    });
  }

  #onKeyDown = (event: KeyboardEvent): void => {
    const { length } = this.#buttons;
    const step = KEY_STEPS[event.key];
    let next: number;
    if (step !== undefined) next = (this.#current + step + length) % length;
    else if (event.key === 'Home') next = 0;
    else if (event.key === 'End') next = length - 1;
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.#makeCurrent(next);
    this.#buttons[next]?.element.focus();
  };
}

/** Index of the same post, of a pin in the cluster, or of the nearest pin. */
function findSuccessor(buttons: readonly { hit: PinHit }[], { at, id, bounds }: PinTarget): number {
  const ranks = buttons.map(({ hit }) => {
    const isSame = hit.kind === 'post' && hit.id === id;
    const isMember = bounds && isWithin(hit.at, bounds);
    return Math.hypot(hit.at.lat - at.lat, hit.at.lon - at.lon) - (isSame || isMember ? 360 : 0);
  });
  return ranks.indexOf(Math.min(...ranks));
}

function isWithin({ lat, lon }: LatLon, [west, south, east, north]: Bounds): boolean {
  const isBetween = west > east ? lon >= west || lon <= east : lon >= west && lon <= east;
  return isBetween && lat >= south && lat <= north;
}
