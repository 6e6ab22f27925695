/** Before all journeys; what it returns runs after them. */
export { startSharedPostgres as default } from './support/template-deployments.ts';
