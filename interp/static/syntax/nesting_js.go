package syntax

// nestingLimit bounds source in a web page, whose engine ends a worker that recurses too deeply.
var nestingLimit = nesting{brackets: 100, tokens: 500, elses: 100}
