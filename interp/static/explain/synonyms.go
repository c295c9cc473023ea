package explain

// synonym leads from words of other libraries to krigo's equivalent.
type synonym struct {
	// words are the others' names, after their last dot. Case and underscores make no
	// difference.
	words []string
	// of are the types whose values or literals the words belong to; none for names that
	// are unqualified or follow a package's.
	of []string
	// ours is the name in the library, with its package: of a function, type or
	// constant, or of a type's field or method.
	ours string
	// say is one sentence on what to write. It holds ours, or the part of it that users
	// write.
	say string
}

var (
	ofModel     = []string{"gplib.Model"}
	ofSettings  = []string{"gplib.Settings"}
	ofResult    = []string{"gplib.Result", "gplib.Model"}
	ofPosterior = []string{"gplib.Result", "gplib.Posterior", "gplib.Exact", "gplib.Model"}
	ofCov       = []string{"cov.Func"}
	ofTable     = []string{"dataset.Table", "gplib.Data"}
)

// synonyms are of scikit-learn, GPy, GPflow, GPyTorch, GPML, pandas, NumPy and
// Matplotlib. A word of several places has its first entry that fits the place.
var synonyms = []synonym{
	// Covariance functions.
	{words: w("RBF", "SquaredExponential", "ExpQuad", "ExponentiatedQuadratic", "RBFKernel", "GaussianKernel", "covSEiso", "covSEard", "SEard", "ARD"),
		ours: "cov.SE", say: "cov.SE(1) is the squared exponential; a lengthscale for each dimension makes it ARD"},
	{words: w("Matern", "MaternKernel", "covMaterniso", "covMaternard", "Matern25", "Matern5"),
		ours: "cov.Matern52", say: "the smoothness is in the name: cov.Matern12, cov.Matern32 and cov.Matern52 take the lengthscales"},
	{words: w("Matern15", "Matern3"), ours: "cov.Matern32", say: "cov.Matern32(1) has the smoothness 3/2"},
	{words: w("Exponential", "Matern05", "Matern1", "OrnsteinUhlenbeck", "OU", "AbsExponential", "covOU"),
		ours: "cov.Matern12", say: "cov.Matern12(1) is the exponential covariance function, smoothness 1/2"},
	{words: w("ExpSineSquared", "PeriodicKernel", "StdPeriodic", "Sine", "covPeriodic"),
		ours: "cov.Periodic", say: "cov.Periodic(1, 12) has a lengthscale and a period"},
	{words: w("SHOTerm", "StochasticallyDrivenDampedHarmonicOscillator"),
		ours: "cov.SHO", say: "cov.SHO(3, 0.7) is an oscillator's covariance function, with its period and its quality"},
	{words: w("RatQuad", "RQ", "RQKernel", "covRQiso", "covRQard"),
		ours: "cov.RationalQuadratic", say: "cov.RationalQuadratic(1, 1) takes alpha and the lengthscales"},
	{words: w("WhiteKernel", "WhiteNoise", "covNoise"),
		ours: "gplib.Gaussian", say: "observation noise is the model's, as in gplib.Model{Cov: k, Noise: gplib.Gaussian(0.1)}"},
	{words: w("ConstantKernel", "Bias", "covConst"), ours: "cov.Constant", say: "cov.Constant(1) adds a constant; to multiply by one write cov.Scale(2, k)"},
	{words: w("IndexKernel", "MultitaskKernel", "Coregion", "Coregionalize", "LinearCoregionalization", "ICM", "LCM"),
		ours: "cov.Tasks", say: "cov.Tasks(2, 1) is the covariance of two outputs; multiply it by a function of the other inputs"},
	{words: w("DotProduct", "LinearKernel", "covLIN", "covLINiso", "covLINard"), ours: "cov.Linear", say: "cov.Linear(1) is the covariance function of linear functions"},
	{words: w("Poly", "PolynomialKernel", "covPoly"), ours: "cov.Polynomial", say: "cov.Polynomial(2, 1, 1) takes the degree, the offset and the lengthscales"},
	{words: w("SpectralMixtureKernel", "covSM"), ours: "cov.SpectralMixture", say: "cov.SpectralMixture takes its components, each a cov.Spectral"},
	{words: w("ScaleKernel", "covScale", "OutputScale", "SignalVariance"), ours: "cov.Scale", say: "cov.Scale(2, k) multiplies k by the variance 2, which is learned"},
	{words: w("Add", "Plus", "AdditiveKernel", "covSum"), ours: "cov.Sum", say: "cov.Sum(k1, k2) adds covariance functions"},
	{words: w("Mul", "Multiply", "Times", "Prod", "ProductKernel", "covProd"), ours: "cov.Product", say: "cov.Product(k1, k2) multiplies covariance functions"},
	{words: w("Pow", "Exponentiation"), ours: "cov.Power", say: "cov.Power(k, 2) multiplies k by itself"},
	{words: w("ChangePoints"), ours: "cov.Changepoint", say: "cov.Changepoint(before, after, location, width) changes from one to the other"},
	{words: w("ActiveDims"), ours: "cov.On", say: "cov.On(k, 0, 2) has k see the inputs 0 and 2 only"},
	{words: w("CustomKernel", "NewKernel"), ours: "cov.Formula", say: "cov.Formula writes a covariance function as a formula, cov.Custom as Go"},
	{words: w("+", "Add", "Plus", "Sum"), of: ofCov, ours: "cov.Sum", say: "cov.Sum(k1, k2) adds covariance functions"},
	{words: w("*", "Mul", "Multiply", "Times", "Prod", "Product"), of: ofCov, ours: "cov.Product", say: "cov.Product(k1, k2) multiplies covariance functions"},
	{words: w("number*", "Scale"), of: ofCov, ours: "cov.Scale", say: "cov.Scale(2, k) multiplies k by the variance 2, which is learned"},
	{words: w("Lengthscale", "Lengthscales", "Variance", "GetParams", "Theta", "Hyperparameters", "RawLengthscale"), of: ofCov,
		ours: "cov.Func.Params", say: "Params lists the parameters of k, and the constructor sets them, as in cov.SE(2); of a model, Set does"},
	{words: w("SetParams", "Set"), of: ofCov, ours: "gplib.Model.Set", say: "covariance functions do not change: model.Set(\"lengthscale\", 2) gives another model"},
	{words: w("K", "Call", "Evaluate", "Forward"), of: ofCov, ours: "cov.Func.Gram", say: "k.Gram(dst, a, b) writes the covariances of inputs into a matrix"},

	// Models and noise.
	{words: w("Kernel", "Covariance", "CovFunc", "CovarModule", "Kern"), of: ofModel, ours: "gplib.Model.Cov", say: "the covariance function is the field Cov"},
	{words: w("Likelihood", "LikFunc", "Alpha", "NoiseVariance", "NoiseVar", "Sigma", "SigmaN"), of: ofModel,
		ours: "gplib.Model.Noise", say: "the noise is the field Noise, a variance, as in Noise: gplib.Gaussian(0.1); other likelihoods are the field Lik, as in Lik: lik.Bernoulli()"},
	{words: w("MeanFunc", "MeanModule", "MeanFunction", "NormalizeY"), of: ofModel, ours: "gplib.Model.Mean", say: "the mean is the field Mean, as in Mean: gplib.ConstantMean(0)"},
	{words: w("GaussianLikelihood", "likGauss", "GaussianNoise"), ours: "gplib.Gaussian", say: "gplib.Gaussian(0.1) is the noise of a model, 0.1 its variance"},
	{words: w("Alpha", "NoiseLevel", "NoiseVariance", "sn2"), ours: "gplib.Gaussian", say: "gplib.Gaussian(0.1) is the noise of a model, 0.1 its variance"},
	{words: w("GaussianProcessRegressor", "GPRegression", "GPR", "ExactGP", "GP", "GaussianProcess", "infExact", "infGaussLik", "Regressor"),
		ours: "gplib.Model", say: "a gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)} is learned by gplib.Fit(ctx, model, data, nil)"},
	{words: w("GaussianProcessClassifier", "GPClassification", "GPC", "infLaplace", "Laplace", "LaplaceInference"),
		ours: "laplace.Learner", say: "laplace.Learner{} learns a model with a likelihood: gplib.AutoLik(data, lik.Bernoulli()), then laplace.Learner{}.Fit(ctx, model, data, nil)"},
	{words: w("EP", "infEP", "ExpectationPropagation", "EPDTC"),
		ours: "ep.Learner", say: "ep.Learner{} learns a model with a likelihood by expectation propagation: gplib.AutoLik(data, lik.BernoulliProbit()), then ep.Learner{}.Fit(ctx, model, data, nil)"},
	{words: w("VGP", "VGPOpperArchambeau", "infVB", "VariationalGaussian", "VarGP"),
		ours: "vi.Learner", say: "vi.Learner{} learns a model with a likelihood by a variational normal approximation: gplib.AutoLik(data, lik.Poisson()), then vi.Learner{}.Fit(ctx, model, data, nil)"},
	{words: w("BernoulliLikelihood", "likLogistic", "likErf", "Classifier"), ours: "lik.Bernoulli", say: "lik.Bernoulli() is the likelihood of labels 0 and 1, the field Lik of a model; laplace.Learner learns it"},
	{words: w("SoftmaxLikelihood", "MultiClass", "RobustMax", "Multinomial", "OneVsRestClassifier", "DirichletClassificationLikelihood"),
		ours: "lik.Categorical", say: "lik.Categorical(\"a\", \"b\", \"c\") is the likelihood of three classes, the field Lik of a model; softmax.Learner learns it"},
	{words: w("StudentTLikelihood", "likT"), ours: "lik.StudentT", say: "lik.StudentT(0.1, 4) is the likelihood of numbers with outliers, the field Lik of a model; laplace.Learner learns it"},
	{words: w("OrdinalLikelihood", "Ordinal", "likCumLog"), ours: "lik.Ordinal", say: "lik.Ordinal(1, 1) is the likelihood of the levels 0 to 3, the field Lik of a model; laplace.Learner learns its gaps"},
	{words: w("BetaLikelihood", "likBeta"), ours: "lik.Beta", say: "lik.Beta(10) is the likelihood of shares between 0 and 1, the field Lik of a model; laplace.Learner learns it"},
	{words: w("PoissonLikelihood", "likPoisson"), ours: "lik.Poisson", say: "lik.Poisson() is the likelihood of counts, the field Lik of a model; laplace.Learner learns it"},
	{words: w("PredictProba"), ours: "gplib.Prediction.MeanY", say: "a prediction has the probability of the label 1: p.MeanY()"},
	{words: w("SparseGPRegression", "SGPR", "VariationalGP", "FITC", "infFITC"), ours: "inducing.Sparse", say: "inducing.Sparse is the learner of sparse regression: VFE, FITC and DTC"},
	{words: w("ApproximateGP", "VariationalStrategy"), ours: "inducing.SVGP", say: "inducing.SVGP is the learner of stochastic variational inference"},
	{words: w("ConstantMean", "meanConst"), ours: "gplib.ConstantMean", say: "gplib.ConstantMean(0) is a mean that is learned; a model without one has the mean zero"},
	{words: w("ZeroMean", "meanZero"), ours: "gplib.Model.Mean", say: "a model without a Mean has the mean zero"},
	{words: w("LengthScale", "Lengthscales", "Ell"), ours: "cov.SE", say: "lengthscales are the arguments of covariance functions, as in cov.SE(2)"},
	{words: w("Kernel", "Covariance", "Kern", "Kernels"), ours: "cov.SE", say: "covariance functions are in package cov, such as cov.SE(1); a model's is the field Cov"},
	{words: w("SetParameters", "SetParam"), of: ofModel, ours: "gplib.Model.Set", say: "model.Set(\"lengthscale\", 2) gives a model with that parameter"},
	{words: w("Fixed", "FixParameter", "Constrain", "ConstrainFixed", "SetTrainable"), of: ofModel, ours: "gplib.Model.Fix", say: "model.Fix(\"noise.variance\") gives a model in which learners leave it"},
	{words: w("Bounds", "ConstrainBounded", "ConstrainPositive"), of: ofModel, ours: "gplib.Model.Bound", say: "model.Bound(\"lengthscale\", 0.1, 10) gives a model with these bounds"},

	// Learning.
	{words: w("Fit", "Optimize", "OptimizeRestarts", "Train", "Learn", "Minimize"), of: append(ofModel, "gplib.Data"),
		ours: "gplib.Fit", say: "a model is a value and learns nothing: fit, err := gplib.Fit(ctx, model, data, nil)"},
	{words: w("Minimize", "Minimise", "Optimize", "Train", "OptimizeRestarts", "TrainModel", "FitGPyTorchMLL", "FitModel"),
		ours: "gplib.Fit", say: "gplib.Fit(ctx, model, data, nil) learns the parameters of a model"},
	{words: w("NRestarts", "NRestartsOptimizer", "NumRestarts", "OptimizeRestarts"), of: ofSettings, ours: "gplib.Settings.Restarts", say: "the field is Restarts, the number of further starts"},
	{words: w("NRestartsOptimizer", "NRestarts", "NumRestarts"), ours: "gplib.Settings.Restarts", say: "it is a setting: &gplib.Settings{Restarts: 5}"},
	{words: w("Seed", "RandomState", "Rng"), of: ofSettings, ours: "gplib.Settings.Src", say: "randomness comes from the field Src, as in Src: rand.NewPCG(1, 2); nil is a fixed seed"},
	{words: w("MaxIterations", "NIter", "Epochs", "MaxFun", "Iterations", "MaxIters"), of: ofSettings, ours: "gplib.Settings.MaxIter", say: "the field is MaxIter"},
	{words: w("Tolerance", "Eps", "Gtol", "Ftol"), of: ofSettings, ours: "gplib.Settings.Tol", say: "the field is Tol"},
	{words: w("Timeout", "MaxTime", "TimeLimit"), of: ofSettings, ours: "gplib.Settings.Runtime", say: "the field is Runtime, as in Runtime: 10 * time.Second"},
	{words: w("Callback", "Verbose", "Messages"), of: ofSettings, ours: "gplib.Settings.Observe", say: "the field is Observe, as in Observe: display.Live()"},
	{words: w("Optimizer", "Method", "Solver", "Algorithm", "LearningRate", "Lr"), of: ofSettings,
		ours: "gplib.Learner", say: "the method is the learner, a gplib.Learner such as gplib.LBFGS{}, on which Fit is called, and its fields are the method's own settings"},
	{words: w("LBFGSB", "FminLBFGSB", "BFGS", "ScipyOptimizer", "Scipy"), ours: "gplib.LBFGS", say: "gplib.LBFGS{}.Fit(ctx, model, data, nil) does the same as gplib.Fit"},
	{words: w("MarginalLogLikelihood", "ExactMarginalLogLikelihood", "LogMarginalLikelihood", "LogLikelihood", "Evidence"),
		ours: "gplib.LML", say: "the marginal likelihood is the objective gplib.LML{}; of a fit, fit.Value is its negative logarithm"},
	{words: w("LogMarginalLikelihood", "LogMarginalLikelihoodValue", "LogLikelihood", "ObjectiveFunction", "Loss", "Objective", "Lml", "Nlml"), of: ofResult,
		ours: "gplib.Result.Value", say: "fit.Value is the objective, for gplib.Fit the negative log marginal likelihood"},

	// What a fit gives.
	{words: w("PredictF", "PredictY", "PredictNoiseless", "PredictMean"), of: ofPosterior,
		ours: "gplib.Result.Predict", say: "a fit predicts: p, err := fit.Predict(x), then p.Mean and p.Std(), with the noise p.StdY()"},
	{words: w("Predict"), of: ofModel, ours: "gplib.Result.Predict", say: "a fit predicts, not a model: p, err := fit.Predict(x)"},
	{words: w("Predict()"), of: ofPosterior, ours: "gplib.Prediction.Std", say: "a prediction has all: p.Mean, p.Std(), and with the noise p.StdY()"},
	{words: w("ReturnStd", "ReturnCov", "FullCov"), ours: "gplib.Prediction.Std", say: "a prediction has both: p.Mean, p.Std(), and with the noise p.StdY()"},
	{words: w("PredictQuantiles", "Quantiles", "ConfidenceInterval", "ConfidenceRegion"), of: append(ofPosterior, "gplib.Prediction"),
		ours: "gplib.Prediction.IntervalY", say: "a prediction has them: lower, upper := p.IntervalY(0.95)"},
	{words: w("Variance", "Stddev", "Sd"), of: w("gplib.Prediction"), ours: "gplib.Prediction.Var", say: "p.Var is the variance of f, p.VarY that of a new observation"},
	{words: w("SampleY", "PosteriorSamplesF", "PosteriorSamples", "Rsample", "PredictFSamples", "SamplePosterior"), of: ofPosterior,
		ours: "gplib.Sample", say: "gplib.Sample(fit.Posterior, x, 3, rand.NewPCG(1, 2)) draws three functions; display.Fit(fit).Samples(3) shows them"},
	{words: w("Sample"), of: w("gplib.Result", "gplib.Posterior", "gplib.Model"),
		ours: "gplib.Sample", say: "gplib.Sample(fit.Posterior, x, 3, rand.NewPCG(1, 2)) draws three functions; display.Fit(fit).Samples(3) shows them"},
	{words: w("SampleY", "PosteriorSamples", "SamplePosterior", "Rsample"), ours: "gplib.Sample", say: "gplib.Sample(fit.Posterior, x, 3, rand.NewPCG(1, 2)) draws three functions"},
	{words: w("Kernel", "Kern", "Params", "Parameters", "GetParams", "NamedParameters", "Theta", "BestParams"), of: w("gplib.Result"),
		ours: "gplib.Result.Model", say: "fit.Model holds what was learned; fit.Model.Params() lists it, and display.Params(fit) shows it"},
	{words: w("Score"), of: ofPosterior, ours: "display.Scores", say: "display.Scores(test, fit) has all scores; each is in package metric, such as metric.R2(y, p.Mean)"},
	{words: w("Summary", "PrintSummary", "Describe"), of: ofResult, ours: "display.Params", say: "a fit as a cell's last line shows itself; display.Params(fit) is the table of its parameters"},
	{words: w("Plot", "PlotF", "PlotPosterior"), of: ofPosterior, ours: "display.Fit", say: "display.Fit(fit) draws it"},

	// Data.
	{words: w("TrainTestSplit"), ours: "dataset.Split", say: "train, test, err := dataset.Split(data, dataset.TestShare(0.2), 1) puts a fifth into test"},
	{words: w("TestSize", "TrainSize"), ours: "dataset.TestShare", say: "shares have names: dataset.TestShare(0.2), or dataset.TrainShare(0.8)"},
	{words: w("CrossValScore", "CrossValidate", "GridSearchCV", "RandomizedSearchCV", "CrossValPredict"),
		ours: "gplib.Compare", say: "gplib.Compare(ctx, folds, contenders...) compares learners on the folds of dataset.KFold; cross-validation as the objective of learning is gplib.LOO and gplib.KFold"},
	{words: w("KFolds", "StratifiedKFold", "ShuffleSplit", "LeaveOneOut"), ours: "dataset.KFold", say: "dataset.KFold(data, 5, 1) gives the folds of cross-validation"},
	{words: w("StandardScaler", "Scaler", "Normalize", "Normalise", "Zscore", "MinMaxScaler", "FitTransform"),
		ours: "gplib.Standardised", say: "fits scale inside; gplib.Standardised(learner) has the parameters on the standard scale, and predicts in the data's own units"},
	{words: w("OneHotEncoder", "GetDummies", "ToCategorical"), ours: "dataset.OneHot", say: "table.Encode(\"target\", \"input\", dataset.OneHot(\"category\")) makes an input of each level"},
	{words: w("ToDatetime", "ParseDates", "Strptime"), ours: "dataset.Days", say: "dates are recognised: table.Times(\"date\") has them, and dataset.Days makes an input of them in table.Encode"},
	{words: w("InverseTransform"), of: w("dataset.Scaling"), ours: "dataset.Scaling.Invert", say: "scaling.Invert takes a prediction back to the units of the data"},
	{words: w("Transform"), of: w("dataset.Scaling"), ours: "dataset.Scaling.Data", say: "scaling.Data scales data, scaling.Inputs inputs"},
	{words: w("ReadCSV", "LoadCSV", "Loadtxt", "Genfromtxt", "ReadTable", "DataFrame"), ours: "dataset.ReadCSV", say: "dataset.ReadCSV(\"file.csv\") gives a table, whose Data makes data of its columns"},
	{words: w("FetchOpenML", "LoadDataset", "FetchUCI", "LoadBoston"), ours: "dataset.Fetch", say: "dataset.Fetch(\"autompg\") gives a public data set; krigo data list names them"},
	{words: w("Head", "Tail", "Info", "Summary", "Sample", "Show", "Display", "Print"), of: ofTable, ours: "display.Show", say: "a table or data as a cell's last line shows itself; elsewhere in a cell use display.Show(x)"},
	{words: w("Columns", "Keys"), of: w("dataset.Table"), ours: "dataset.Table.Names", say: "table.Names() lists the columns, and table.Column(\"name\") is one"},
	{words: w("Values", "ToNumpy", "Iloc", "Loc"), of: w("dataset.Table"), ours: "dataset.Table.Data", say: "table.Data(\"target\", \"input\", ...) makes data of columns, table.Column is one"},
	{words: w("Dropna", "FillNA"), of: w("dataset.Table"), ours: "dataset.Table.Complete", say: "table.Complete() keeps the rows in which nothing is missing"},
	{words: w("Query", "Where"), of: w("dataset.Table"), ours: "dataset.Table.Filter", say: "table.Filter keeps the rows for which a function of dataset.Row is true"},
	{words: w("ToCSV"), of: w("dataset.Table"), ours: "dataset.Table.SaveCSV", say: "table.SaveCSV(\"file.csv\") writes it"},
	{words: w("Shape", "Size"), of: ofTable, ours: "gplib.Data.Len", say: "the method Len() gives the number of rows"},
	{words: w("len"), of: w("gplib.Data", "dataset.Table", "cov.Inputs", "cov.Matrix"), ours: "gplib.Data.Len", say: "the method Len() gives the number of rows"},
	{words: w("Linspace", "Arange", "Meshgrid"), ours: "cov.Grid", say: "cov.Grid(0, 10, 101) has the inputs from 0 to 10; floats.Span fills a []float64"},
	{words: w("Array", "Asarray", "Tensor", "Reshape"), ours: "cov.Line", say: "numbers are a []float64{1, 2}; inputs of them make cov.Line, cov.Rows and cov.Points"},
	{words: w("RandomState", "DefaultRng", "ManualSeed"), ours: "gplib.Settings.Src", say: "randomness comes from a source, rand.NewPCG(1, 2), as in gplib.Settings{Src: rand.NewPCG(1, 2)}"},

	// Scores and figures.
	{words: w("ClassificationReport", "RegressionReport", "Evaluate"), ours: "display.Scores", say: "display.Scores(test, fit) has all scores of predictions"},
	{words: w("MeanSquaredError"), ours: "metric.MSE", say: "metric.MSE(y, p.Mean), and metric.RMSE its root"},
	{words: w("RootMeanSquaredError"), ours: "metric.RMSE", say: "metric.RMSE(y, p.Mean)"},
	{words: w("MeanAbsoluteError"), ours: "metric.MAE", say: "metric.MAE(y, p.Mean)"},
	{words: w("R2Score", "RSquared"), ours: "metric.R2", say: "metric.R2(y, p.Mean)"},
	{words: w("NLL", "NegativeLogLikelihood", "NegativeLogPredictiveDensity"), ours: "metric.NLPD", say: "metric.NLPD(y, p.Mean, p.VarY)"},
	{words: w("Plot", "FillBetween", "Errorbar", "PlotGP", "Pyplot", "Matplotlib"),
		ours: "display.NewPlot", say: "display.Fit(fit) draws a fit with its bands; display.NewPlot() is a plot of gonum to add lines and points to"},
	{words: w("Hist", "Histplot", "Distplot"), ours: "display.Histogram", say: "display.Histogram(values) draws it"},
	{words: w("Scatter", "Scatterplot", "Regplot"), ours: "display.Observations", say: "display.Observations(data) draws what was observed against each input"},
	{words: w("Pairplot", "ScatterMatrix", "Corner"), ours: "display.Pairs", say: "display.Pairs(data) draws inputs and observations against one another"},
	{words: w("Subplots", "Figure", "Gridspec"), ours: "display.Grid", say: "display.Grid(one, other) sets figures side by side"},
	{words: w("Imshow", "Heatmap", "Matshow"), ours: "display.Gram", say: "display.Gram(k, x) draws the covariances of inputs as colours"},
	{words: w("PlotPrior", "SamplePrior", "DrawPrior"), ours: "display.Prior", say: "display.Prior(model) draws functions of the prior"},
	{words: w("Residplot", "PlotResiduals"), ours: "display.Residuals", say: "display.Residuals(fit) draws errors against predictions and inputs"},
	{words: w("ACF", "Autocorr", "Autocorrelation", "PlotACF", "PlotAutocorr"), ours: "display.ChainAutocorrelation", say: "display.ChainAutocorrelation(chains) draws it"},
	{words: w("Tqdm", "Trange", "ProgressBar"), ours: "display.Progress", say: "for i := range display.Progress(100) shows how far a loop is"},
	{words: w("Samples"), ours: "display.Fit", say: "display.Fit(fit).Samples(3) draws functions of the posterior"},
	{words: w("Traceplot", "PlotTrace"), ours: "display.ChainTrace", say: "display.ChainTrace draws Markov chains, display.Trace the course of a fit"},
	{words: w("PlotContour", "Contourf"), ours: "display.Contour", say: "display.Contour(fit) draws a posterior over two inputs, display.Landscape an objective over two parameters"},
	{words: w("MCMC", "HMC", "Nuts", "PyMC"), ours: "mcmc.Learner", say: "mcmc.Learner{} samples the parameters"},
}

// libraries are the names of other libraries, for uses whose next word is not in
// synonyms.
var libraries = []synonym{
	{words: w("np", "numpy", "scipy"), ours: "cov.Line", say: "numbers are a []float64, and cov.Line makes inputs of them; package floats has sums and spans, math functions, mat matrices"},
	{words: w("pd", "pandas", "df"), ours: "dataset.ReadCSV", say: "tables are read by dataset.ReadCSV and made into data by their method Data"},
	{words: w("plt", "sns", "seaborn"), ours: "display.Fit", say: "figures are in package display, such as display.Fit(fit); display.NewPlot() is an empty one"},
	{words: w("sklearn", "GPy", "gpflow", "gpytorch", "botorch", "torch", "tf", "jax", "tinygp"),
		ours: "gplib.Model", say: "covariance functions are in package cov; a gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)} is learned by gplib.Fit"},
}

// conversion leads from a value of one kind to the wanted one.
type conversion struct {
	from string   // number, or a type
	to   []string // the wanted types
	ours string
	make string // what to write, %s being the value
}

var conversions = []conversion{
	{"number", w("gplib.Noise", "noise.Func"), "gplib.Gaussian", "the noise is a variance: gplib.Gaussian(%s)"},
	{"number", w("gplib.Mean", "mean.Func"), "gplib.ConstantMean", "a mean is a function: gplib.ConstantMean(%s)"},
	{"number", w("cov.Func"), "cov.Constant", "want a covariance function, such as cov.SE(%[1]s) of lengthscale %[1]s, or cov.Constant(%[1]s)"},
	{"number", w("rand.Source"), "gplib.Settings.Src", "a source is made of two numbers: rand.NewPCG(%s, 0)"},
	{"number", w("time.Duration"), "gplib.Settings.Runtime", "a duration has a unit: %s * time.Second"},
	{"number", w("dataset.Share"), "dataset.TestShare", "say which part is meant: dataset.TestShare(%[1]s) or dataset.TrainShare(%[1]s)"},
	{"number", w("admm.Split"), "admm.Random", "a split is a function: admm.Random(%s)"},
	{"[]float64", w("cov.Inputs"), "cov.Line", "inputs of one dimension are cov.Line(%s)"},
	{"[][]float64", w("cov.Inputs"), "cov.Rows", "inputs of several dimensions are cov.Rows(%s)"},
	{"*mat.Dense", w("cov.Inputs"), "cov.Points", "the rows of a matrix are inputs by cov.Points(%s)"},
	{"gplib.Data", w("cov.Inputs"), "gplib.Data.X", "the inputs of data are %s.X"},
	{"*dataset.Table", w("gplib.Data"), "dataset.Table.Data", "%s.Data(\"target\", \"input\", ...) makes data of columns"},
	{"*gplib.Result", w("gplib.Posterior"), "gplib.Result.Posterior", "the posterior of a fit is %s.Posterior"},
	{"gplib.Settings", w("*gplib.Settings"), "gplib.Settings", "settings are passed by their address: &%s"},
	{"cov.Func", w("gplib.Model"), "gplib.Model", "a model has a covariance function and noise: gplib.Model{Cov: %s, Noise: gplib.Gaussian(0.1)}"},
}

// w lists words.
func w(words ...string) []string { return words }
