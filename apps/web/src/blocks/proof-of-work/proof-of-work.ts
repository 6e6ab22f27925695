/**
 * Proof of work for the server's challenge. It is requested when a form is opened and computed in a worker, so that nobody
 * waits for it; each proof is valid for one report.
 */

import { proofOfWorkHeader } from '@waypost/contract/common/endpoint';
import { readChallenge } from '@waypost/contract/posts/proof-of-work';
import { call } from '../../api/call.ts';

type ProofHeaders = Readonly<Record<string, string>>;

function solveChallenge(challenge: string, bits: number): Promise<string> {
  const worker = new Worker(new URL('./find-nonce.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = () => reject(new Error('the proof of work could not be computed'));
    // A worker has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ challenge, bits });
  }).finally(() => worker.terminate());
}

async function createProof(): Promise<ProofHeaders | null> {
  const { challenge, bits } = await call(readChallenge, {}, { withoutToken: true });
  return challenge === null ? null : { [proofOfWorkHeader]: await solveChallenge(challenge, bits) };
}

/** How long a proof is kept; the server accepts it for an hour. */
const proofMaxAgeMs = 50 * 60_000;
let preparedProof: { at: number; proof: Promise<ProofHeaders | null> } | null = null;

/** Computes a proof in advance if the server currently requires one. */
export function prepareProofOfWork(): void {
  if (!navigator.onLine || (preparedProof && Date.now() - preparedProof.at < proofMaxAgeMs)) return;
  const prepared = { at: Date.now(), proof: createProof().catch(() => null) };
  preparedProof = prepared;
  void prepared.proof.then((proof) => {
    if (proof === null && preparedProof === prepared) preparedProof = null;
  });
}

/** @returns headers for one report; null when the server requires no proof */
export async function takeProofOfWork(): Promise<ProofHeaders | null> {
  const prepared = preparedProof;
  preparedProof = null;
  if (prepared && Date.now() - prepared.at < proofMaxAgeMs) {
    const proof = await prepared.proof;
    if (proof) return proof;
  }
  return createProof();
}
