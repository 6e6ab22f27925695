/** Runs the enabled checks one after the other, with the results so far. */
import { type CheckName, checkNames } from '@waypost/contract/verifier/verifier';
import { useEffect, useState } from 'react';
import { pageSettings } from '../../api/page-settings.ts';
import { ApiChecks } from './check-api.ts';
import { checkClient, checkTranslation } from './check-client.ts';
import type { CheckResult } from './check-result.ts';
import { checkServer } from './check-server.ts';

/** The enabled checks, in the order of the page. */
export const checksToRun = checkNames.filter((name) => !pageSettings.disabledChecks.includes(name));

type Check = () => CheckResult[] | Promise<CheckResult[]>;

function createChecks(): Record<CheckName, Check> {
  const api = new ApiChecks();
  return {
    network: () => api.network(),
    endpoints: () => api.endpoints(),
    structure: () => api.structure(),
    oauth: () => api.oauth(),
    client: checkClient,
    translation: checkTranslation,
    db: () => checkServer('db'),
    env: () => checkServer('env'),
  };
}

export interface VerifierRun {
  results: readonly CheckResult[];
  done: readonly CheckName[];
  isRunning: boolean;
}

const initialRun: VerifierRun = { results: [], done: [], isRunning: checksToRun.length > 0 };

/** Runs once when the component is mounted; change its `key` to run again. */
export function useVerifier(): VerifierRun {
  const [run, setRun] = useState<VerifierRun>(initialRun);
  useEffect(() => {
    let left = false;
    const checks = createChecks();
    void (async () => {
      for (const name of checksToRun) {
        const newResults = await checks[name]();
        if (left) return;
        setRun(({ results, done }) => {
          const finished = [...done, name];
          return {
            results: [...results, ...newResults],
            done: finished,
            isRunning: finished.length < checksToRun.length,
          };
        });
      }
    })();
    return () => {
      left = true;
    };
  }, []);
  return run;
}
