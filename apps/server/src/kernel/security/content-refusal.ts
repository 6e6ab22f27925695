/** Why the content of a file, or of another server, cannot be used. */
import type { ValidationRule } from '@waypost/contract/common/problems';
import { GuardedFetchError } from './guarded-fetch.ts';

/** Content that cannot be used, or that its server does not send. A retry would not change it. */
export class ContentRefusal<Rule extends ValidationRule = ValidationRule> extends Error {
  readonly rule: Rule;
  readonly params: Record<string, string | number>;

  constructor(rule: Rule, params: Record<string, string | number> = {}, options?: ErrorOptions) {
    super(rule, options);
    this.rule = rule;
    this.params = params;
  }
}

/**
 * Why a request to another server failed.
 * @param createSizeRefusal for an answer that is too large
 * @throws other errors as they are
 */
export function toRefusal(
  error: unknown,
  createSizeRefusal?: (options: ErrorOptions) => ContentRefusal,
): ContentRefusal {
  if (error instanceof ContentRefusal) return error;
  if (!(error instanceof GuardedFetchError)) throw error;
  const options = { cause: error };
  if (error.code === 'size' && createSizeRefusal) return createSizeRefusal(options);
  const isRefused = error.code === 'address' || error.code === 'redirect';
  return new ContentRefusal(isRefused ? 'privateAddress' : 'archiveNoAnswer', {}, options);
}
