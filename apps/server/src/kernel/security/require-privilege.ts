/** Refusals: 401 or 403, and their messages (API v3 §1.5). */
import type { Privilege } from '@waypost/contract/common/permissions';
import { notFound, Problem } from '../http/problem.ts';
import type { Viewer } from './viewer.ts';

/** A refusal: 401 without a token, since one may help; 403 with one, or existing clients would loop. */
export function accessDenied(
  viewer: Viewer,
  privilege: Privilege,
  resource: string,
  id: number | string = '',
): Problem {
  return viewer.hasToken
    ? new Problem('request.refused', { user: viewer.id ?? 0, privilege, resource, id })
    : new Problem('request.refused-without-token', { privilege, resource });
}

/** Checks that a privilege is among those of the viewer. @throws Problem 401 or 403 */
export function requirePrivilege(
  viewer: Viewer,
  privileges: readonly Privilege[],
  required: Privilege,
  resource: string,
  id?: number,
): void {
  if (!privileges.includes(required)) throw accessDenied(viewer, required, resource, id);
}

/**
 * The same for a row that not everybody may read: without `read` the response is the one for an id that does not exist, so that
 * ids disclose nothing (docs/decisions/0048).
 * @param privileges of the viewer on this row
 * @throws Problem 404 without `read`; 401 or 403 with `read` but without the required privilege
 */
export function requireVisible(
  viewer: Viewer,
  privileges: readonly Privilege[],
  required: Privilege,
  resource: string,
  id: number,
): void {
  if (!privileges.includes('read')) throw notFound(resource, id);
  requirePrivilege(viewer, privileges, required, resource, id);
}
