/** Polyfills for what jsdom lacks and the screens use. None of our own code is replaced. */

/** There is no layout: every element has this height, except virtual lists. */
const rowHeightPx = 100;
const listHeightPx = 800;

/** Calls back once with the fixed size of the observed element. */
class FixedSizeResizeObserver {
  readonly #callback: ResizeObserverCallback;
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element): void {
    const entry = { target, contentRect: target.getBoundingClientRect() } as ResizeObserverEntry;
    setTimeout(() => target.isConnected && this.#callback([entry], this as unknown as ResizeObserver));
  }
  unobserve(): void {}
  disconnect(): void {}
}

class NoopObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** The viewport of media queries in pixels; a test changes the width to simulate a phone. */
export const viewport = { width: 1280 };

/** Supports `min-width`, `max-width` and reduced motion, which always matches, so that dialogs open and close at once. */
function matchesMediaQuery(query: string): boolean {
  if (query.includes('prefers-reduced-motion')) return true;
  const width = /\((min|max)-width:\s*([\d.]+)(px|em)\)/.exec(query);
  if (!width) return false;
  const limit = Number(width[2]) * (width[3] === 'em' ? 16 : 1);
  return width[1] === 'min' ? viewport.width >= limit : viewport.width <= limit;
}

type LockCallback = (lock: object | null) => unknown;
const heldLocks = new Map<string, Promise<unknown>>();

/** Web Locks of one page: a second request waits; with `ifAvailable` its callback gets null. */
async function requestLock(
  name: string,
  ...args: [LockCallback] | [{ ifAvailable?: boolean }, LockCallback]
): Promise<unknown> {
  const callback = args.at(-1) as LockCallback;
  const isOptional = args.length === 2 && args[0].ifAvailable === true;
  const previous = heldLocks.get(name);
  if (previous && isOptional) return callback(null);
  const work = (async () => {
    await previous?.catch(() => undefined);
    return callback({});
  })();
  heldLocks.set(name, work);
  try {
    return await work;
  } finally {
    if (heldLocks.get(name) === work) heldLocks.delete(name);
  }
}

const isHidden = (element: Element) =>
  element.hasAttribute('hidden') || (element as HTMLElement).style.display === 'none';
const isInvisible = (element: Element | null): boolean =>
  element !== null &&
  ((element as HTMLElement).style?.visibility === 'hidden' || isInvisible(element.parentElement));

/** Elements that are displayed inline. */
const inlineTags = new Set([
  'A',
  'ABBR',
  'B',
  'BDI',
  'CODE',
  'EM',
  'I',
  'KBD',
  'LABEL',
  'MARK',
  'SMALL',
  'SPAN',
  'STRONG',
  'TIME',
]);

/**
 * `getComputedStyle` without style sheets, since jsdom loads none of ours and has no layout. jsdom's own function checks
 * every rule for every element and its ancestors, which took a third of the time of each test.
 */
function computedStyleWithoutSheets(element: Element): CSSStyleDeclaration {
  const { style } = element as HTMLElement;
  const computed: Record<string, string> = {
    display: isHidden(element)
      ? 'none'
      : style.display || (inlineTags.has(element.tagName) ? 'inline' : 'block'),
    visibility: isInvisible(element) ? 'hidden' : 'visible',
    opacity: style.opacity || '1',
  };
  return new Proxy(style, {
    get: (_, name: string) => {
      if (name === 'getPropertyValue') return (it: string) => computed[it] ?? style.getPropertyValue(it);
      return computed[name] ?? style[name as keyof CSSStyleDeclaration] ?? '';
    },
  });
}

/** Installs all polyfills; once per test file. */
export function installJsdomPolyfills(): void {
  Object.assign(globalThis, {
    ResizeObserver: FixedSizeResizeObserver,
    IntersectionObserver: NoopObserver,
    scrollTo: () => undefined,
    getComputedStyle: computedStyleWithoutSheets,
    matchMedia: (query: string) => ({
      media: query,
      matches: matchesMediaQuery(query),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  window.getComputedStyle = computedStyleWithoutSheets;
  Object.assign(document, { fonts: Object.assign(new EventTarget(), { ready: Promise.resolve() }) });
  Object.assign(navigator, { locks: { request: requestLock } });
  // Printing an element would print React's tree with it, and Node cannot print some of it.
  Object.assign(Node.prototype, {
    [Symbol.for('nodejs.util.inspect.custom')](this: Node): string {
      return `<${this.nodeName.toLowerCase()}>`;
    },
  });
  // As in a browser without WebGL: the map says so, and the rest of the screen works.
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
  Object.defineProperties(HTMLElement.prototype, {
    offsetHeight: {
      configurable: true,
      get(this: HTMLElement): number {
        return this.dataset['virtuosoScroller'] === undefined ? rowHeightPx : listHeightPx;
      },
    },
    offsetParent: {
      configurable: true,
      get(this: HTMLElement): Element | null {
        return this.parentElement;
      },
    },
  });
  Object.assign(Element.prototype, {
    scrollIntoView: () => undefined,
    scrollTo: () => undefined,
    scrollBy: () => undefined,
  });
}
