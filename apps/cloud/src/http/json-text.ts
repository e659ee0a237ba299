import { JSON_DEPTH_MAX, nestsDeeperThan } from '../parsing/json-depth.ts';
import { errorBody, HttpRefusal } from './refusal.ts';

/** The text of a JSON body. Throws a 400 for one that is nested deeper than any request is, before anybody parses it. */
export function readJsonText(bytes: Buffer): string {
  if (nestsDeeperThan(bytes, JSON_DEPTH_MAX))
    throw new HttpRefusal(400, errorBody('BadRequest', `The body is nested deeper than ${JSON_DEPTH_MAX} levels`));
  return bytes.toString('utf8');
}
