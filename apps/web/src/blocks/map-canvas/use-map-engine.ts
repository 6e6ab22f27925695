import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { takeLine } from '../../ui/line-in-use.ts';
import type { EngineEvents, EngineOptions, MapEngine } from './map-engine.ts';
import { fetchMapFiles } from './map-files.ts';
import type { MapProblem } from './map-types.ts';

/** `initialView` null: not known yet; the map's code is fetched, and the map waits. */
type Options = Omit<EngineOptions, 'container' | 'events' | 'initialView'> & {
  initialView: EngineOptions['initialView'] | null;
};

/**
 * Loads the map library, starts one map in the element and keeps it in step with the options. View,
 * and the choice of cooperative gestures, count only at the start.
 *
 * @returns the engine once it can be spoken to; `problem` when there will be none
 */
export function useMapEngine(
  container: RefObject<HTMLElement | null>,
  options: Options,
  events: EngineEvents,
): { engine: MapEngine | null; problem: MapProblem | null } {
  const [engine, setEngine] = useState<MapEngine | null>(null);
  const [problem, setProblem] = useState<MapProblem | null>(null);
  const { look, pins, texts, insets } = options;
  const latest = useRef({ options, events });
  useLayoutEffect(() => {
    latest.current = { options, events };
  });

  const isPlaced = options.initialView !== null;

  useEffect(() => {
    const element = container.current;
    let running: MapEngine | null = null;
    let gone = false;
    const freeLine = takeLine();
    const fail = (kind: MapProblem['kind'], error: unknown) => {
      const reason = { kind, message: error instanceof Error ? error.message : String(error) };
      setProblem(reason);
      freeLine();
      latest.current.events.onProblem(reason);
    };
    const start = async () => {
      // Fetched while the place is not known yet, too.
      fetchMapFiles(latest.current.options.look.baseLayer === 'embedded');
      const loaded = await import('./map-engine.ts').catch((error: unknown) => {
        if (!gone) fail('unavailable', error);
      });
      const { initialView } = latest.current.options;
      if (!loaded || gone || !element || !isPlaced || initialView === null) return;
      try {
        running = new loaded.MapEngine({
          ...latest.current.options,
          initialView,
          container: element,
          events: forwarding(() => latest.current.events, freeLine),
        });
        setEngine(running);
      } catch (error) {
        fail('unsupported', error);
      }
    };
    void start();
    return () => {
      gone = true;
      freeLine();
      setEngine(null);
      running?.destroy();
    };
  }, [container, isPlaced]);

  useEffect(() => engine?.setLook(look), [engine, look]);
  useEffect(() => engine?.setPins(pins), [engine, pins]);
  useEffect(() => engine?.setTexts(texts), [engine, texts]);
  useEffect(() => engine?.setInsets(insets), [engine, insets]);
  return { engine, problem };
}

/** Events that always reach the handlers of the last rendering: the engine is made only once. */
function forwarding(current: () => EngineEvents, freeLine: () => void): EngineEvents {
  return {
    onPin: (...args) => current().onPin(...args),
    onCluster: (...args) => current().onCluster(...args),
    onClick: (...args) => current().onClick(...args),
    onMove: (...args) => current().onMove(...args),
    onReady: () => {
      freeLine();
      current().onReady();
    },
    onProblem: (...args) => current().onProblem(...args),
  };
}
