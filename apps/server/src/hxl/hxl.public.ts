/** What other domains may use of HXL and the exchange. */
export { Exchange, ExchangeFault } from './exchange.ts';
export { findMetadata } from './hxl.sql.ts';
