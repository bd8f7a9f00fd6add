import { pullModel } from '../api/models.js';
import { modelListText, modelPullText, modelStatusText } from '../print/model.js';
import { group } from '../shell/group.js';

export const command = group({
  name: 'model',
  summary: 'list, download and check models for search by meaning',
  description:
    "Search uses words, and meaning if a model is available. `list` shows the models on this machine and the known ones. `status` loads the model of this project's settings and says whether it works. `pull` downloads a model, owner/name, from the Hugging Face hub or the mirror in HF_ENDPOINT into the user's cache, and resumes an interrupted download. No other command but the gateway opens a connection.\n\nTransformer models need an ONNX runtime: the package onnxruntime-node next to beadloom, or the library that ORT_DYLIB_PATH names. The setting search.model in .beadloom/config.yml chooses the model of a project.",
  examples: [
    { line: 'model status', note: 'which model this project uses' },
    { line: 'model pull BAAI/bge-small-en-v1.5', note: 'fetch a small, good model, 130 MB' },
    { line: 'model list --json', note: 'the models as data' },
  ],
  arguments: [{ name: 'name', help: 'the model to pull, owner/name' }],
  subcommands: {
    list: {
      run: async (shell) => {
        const answer = await shell.withProject((beadloom, work) => beadloom.modelList(work));
        shell.print(answer, () => modelListText(answer, shell.paint, shell.wrapAt));
      },
    },
    pull: {
      needs: 'the name of a model, such as BAAI/bge-small-en-v1.5',
      run: async (shell, [name = '']) => {
        const answer = await shell.withProgress((work) => pullModel(name, work));
        shell.show(answer, () => modelPullText(answer, shell.wrapAt));
      },
    },
    status: {
      run: async (shell) => {
        const answer = await shell.withProject((beadloom, work) => beadloom.modelStatus(work));
        shell.print(answer, () => modelStatusText(answer, shell.paint, shell.wrapAt));
      },
    },
  },
});
