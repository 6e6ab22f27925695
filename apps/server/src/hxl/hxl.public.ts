/** Public interface of the domain `hxl`. */
export { Exchange, ExchangeFault } from './exchange.ts';
export { findMetadata } from './hxl.sql.ts';
