import type { ExportAnswer, FederateAnswer } from '../../model/answers.js';
import { Connection } from '../connection.js';
import type { ExportOptions, FederateOptions } from '../../model/requests.js';

/** Several repositories as one landscape. */
export abstract class Federation extends Connection {
  /** What other repositories need to know of this one. */
  async export(options: ExportOptions = {}): Promise<ExportAnswer> {
    return this.ask('export', options);
  }

  /** What the artifacts of many repositories say together; each is a file that holds the answer of `export`. */
  async federate(artifacts: readonly string[], options: FederateOptions = {}): Promise<FederateAnswer> {
    return this.ask('federate', { ...options, artifacts });
  }
}
