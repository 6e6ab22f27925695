/** Who may do which step of the set-up. Pure. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { SetupStepName } from '@waypost/contract/setup-assistant/setup-steps';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Privileges of a viewer on the set-up. */
export const setupPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.can('Manage Settings') ? ['read', 'update'] : [];

/** Whether a viewer with Manage Settings may do what a step needs: outgoing mail and gateways are for administrators. */
function mayDoStep(viewer: Viewer, step: SetupStepName): boolean {
  if (step === 'team') return viewer.can('Manage Users');
  return step === 'mail' || step === 'phone' ? viewer.isAdmin : true;
}

/** Privileges of a viewer on a step. */
export const stepPrivileges = (viewer: Viewer, step: SetupStepName): Privilege[] =>
  mayDoStep(viewer, step) ? ['read', 'update'] : ['read'];
