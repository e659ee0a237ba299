/** An IPv4 address that is written as IPv6, in its plain form; any other address as it is. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');
