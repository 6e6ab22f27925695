import type { LatLon } from '../map-types.ts';
import styles from './pin-buttons.module.css';
import type { PinHit } from './pin-hits.ts';

/** What the pins are called; translated by the caller. */
export interface PinTexts {
  group: string;
  post: (title: string) => string;
  cluster: (count: number) => string;
}

interface Options {
  /** The buttons come right after this element in the order of the keyboard: the canvas. */
  precedingElement: HTMLElement;
  texts: PinTexts;
  project: (at: LatLon) => { x: number; y: number };
  onActivate: (hit: PinHit) => void;
}

/** More than this many pins cannot be walked through with profit: zooming in is the way. */
const MAX_BUTTONS = 150;
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/**
 * The pins as real buttons, for keyboards and screen readers: what is drawn on a canvas can neither be
 * reached nor read. One tab stop; arrow keys, Home and End walk from north to south. The pointer goes
 * through them to the canvas, so that dragging from a pin still moves the map.
 */
export class PinButtons {
  readonly #options: Options;
  readonly #group = document.createElement('div');
  #buttons: { hit: PinHit; element: HTMLButtonElement }[] = [];
  #current = 0;
  /** The pressed pin was a cluster that has since come apart: focus goes to what took its place. */
  #shouldRestoreFocus = false;

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

  /** Shows these pins. A button whose pin is still there stays the same element and keeps the focus. */
  update(hits: readonly PinHit[]): void {
    const focused = this.#buttons.find(({ element }) => element === document.activeElement);
    const old = new Map(this.#buttons.map((button) => [button.hit.key, button]));
    this.#buttons = hits
      .slice(0, MAX_BUTTONS)
      .map((hit) => ({ hit, element: old.get(hit.key)?.element ?? this.#createButton(hit) }));
    const previousElements = new Set(this.#buttons.map(({ element }) => element));
    for (const { element } of old.values()) if (!previousElements.has(element)) element.remove();
    this.#buttons.forEach(({ element }, i) => {
      if (this.#group.children[i] !== element)
        this.#group.insertBefore(element, this.#group.children[i] ?? null);
    });
    const lost =
      this.#shouldRestoreFocus || (focused !== undefined && !previousElements.has(focused.element));
    const again = this.#buttons.findIndex(({ hit }) => hit.key === focused?.hit.key);
    this.#makeCurrent(Math.max(again, 0));
    if (lost || again >= 0) this.#buttons[this.#current]?.element.focus();
    this.#shouldRestoreFocus = false;
    this.updatePositions();
  }

  /** Moves the buttons along with the map. */
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
    element.className = [styles['pin'], hit.kind === 'post' ? styles['post'] : ''].join(' ');
    element.setAttribute('aria-label', this.#label(hit));
    element.addEventListener('click', () => {
      this.#shouldRestoreFocus = hit.kind === 'cluster';
      this.#options.onActivate(hit);
    });
    return element;
  }

  #label(hit: PinHit): string {
    const { texts } = this.#options;
    return hit.kind === 'cluster' ? texts.cluster(hit.count) : texts.post(hit.title);
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
