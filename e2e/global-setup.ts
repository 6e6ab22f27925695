/** Runs before all journeys. The function that it returns runs after them. */
export { startSharedPostgres as default } from './support/template-deployments.ts';
