import type { Cancellation } from '../native/native.js';
import type { ModelPullAnswer } from '../model/answers.js';
import type { WorkOptions } from '../model/work.js';
import { finished, started } from './running.js';

/**
 * Fetches a model by its name, `owner/name`, into the user's cache: from Hugging Face's hub, or from the mirror that
 * `HF_ENDPOINT` names. But for the servers of a gateway, this is the only thing that opens a connection. The setting `search.model` makes a project use it.
 *
 * @throws BeadloomError `usage`, `download_failed`, `bad_checksum`, `bad_model`, `not_writable`, `disk_full`, `cancelled`
 */
export async function pullModel(name: string, options: WorkOptions = {}): Promise<ModelPullAnswer> {
  // Nothing else shall load what downloads.
  const models = await import('../models/pull.js');
  const controller = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, controller.signal]) : controller.signal;
  const cancellation: Cancellation = { cancel: () => controller.abort() };
  started(cancellation);
  try {
    return await models.pullModel(name, { ...options, signal });
  } finally {
    finished(cancellation);
  }
}
