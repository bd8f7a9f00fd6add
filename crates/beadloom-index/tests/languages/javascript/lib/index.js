module.exports = {
  log: require('./log').log,
  billing: require('./billing'),
};
