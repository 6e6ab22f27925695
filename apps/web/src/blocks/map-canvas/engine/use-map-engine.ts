import { isOwnMap } from '@waypost/contract/settings/base-layers';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { markNetworkBusy } from '../../../ui/network/network-busy.ts';
import type { MapProblem } from '../map-types.ts';
import type { EngineEvents, EngineOptions, MapEngine } from './map-engine.ts';
import { preloadMapFiles } from './map-preload.ts';

type Options = Omit<EngineOptions, 'container' | 'events' | 'initialView'> & {
  /** Null while it is unknown: the code is loaded, but the map is not created yet. */
  initialView: EngineOptions['initialView'] | null;
  /** Whether the code may be loaded: on a slow connection it would delay what is shown before. */
  canLoad: boolean;
};

/**
 * Loads the map library, creates one map in the element and updates it when the options change. The initial view and
 * `cooperative` are only used at the start.
 *
 * @returns the engine when it is ready; `problem` when there will be none
 */
export function useMapEngine(
  container: RefObject<HTMLElement | null>,
  options: Options,
  events: EngineEvents,
): { engine: MapEngine | null; problem: MapProblem | null } {
  const [engine, setEngine] = useState<MapEngine | null>(null);
  const [problem, setProblem] = useState<MapProblem | null>(null);
  const { appearance, pins, texts, insets } = options;
  const latest = useRef({ options, events });
  useLayoutEffect(() => {
    latest.current = { options, events };
  });

  const isPlaced = options.initialView !== null;
  const { canLoad } = options;

  useEffect(() => {
    const element = container.current;
    let running: MapEngine | null = null;
    let isUnmounted = false;
    const releaseNetwork = markNetworkBusy();
    const fail = (kind: MapProblem['kind'], error: unknown) => {
      const reason = { kind, message: error instanceof Error ? error.message : String(error) };
      setProblem(reason);
      releaseNetwork();
      latest.current.events.onProblem(reason);
    };
    const start = async () => {
      // Loaded even while the initial view is unknown.
      preloadMapFiles(isOwnMap(latest.current.options.appearance.baseLayer));
      const loaded = await import('./map-engine.ts').catch((error: unknown) => {
        if (!isUnmounted) fail('unavailable', error);
      });
      const { initialView } = latest.current.options;
      if (!loaded || isUnmounted || !element || !isPlaced || initialView === null) return;
      try {
        running = new loaded.MapEngine({
          ...latest.current.options,
          initialView,
          container: element,
          events: forwardEvents(() => latest.current.events, releaseNetwork),
        });
        setEngine(running);
      } catch (error) {
        fail('unsupported', error);
      }
    };
    if (canLoad) void start();
    return () => {
      isUnmounted = true;
      releaseNetwork();
      setEngine(null);
      running?.destroy();
    };
  }, [container, isPlaced, canLoad]);

  useEffect(() => engine?.setAppearance(appearance), [engine, appearance]);
  useEffect(() => engine?.setPins(pins), [engine, pins]);
  useEffect(() => engine?.setTexts(texts), [engine, texts]);
  useEffect(() => engine?.setInsets(insets), [engine, insets]);
  return { engine, problem };
}

/** Forwards events to the handlers of the last render: the engine is created only once. */
function forwardEvents(current: () => EngineEvents, releaseNetwork: () => void): EngineEvents {
  return {
    onPinSelect: (...args) => current().onPinSelect(...args),
    onClusterSelect: (...args) => current().onClusterSelect(...args),
    onClick: (...args) => current().onClick(...args),
    onMove: (...args) => current().onMove(...args),
    onReady: () => {
      releaseNetwork();
      current().onReady();
    },
    onProblem: (...args) => current().onProblem(...args),
  };
}
